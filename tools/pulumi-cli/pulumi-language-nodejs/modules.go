package main

import (
	"context"
	"errors"
	"fmt"
	"os/exec"
	"path/filepath"
	"strings"
)

const (
	programRunner    = "@pulumi/pulumi/cmd/run"
	policyPackRunner = "@pulumi/pulumi/cmd/run-policy-pack"
)

func findNode() (string, error) {
	node, err := exec.LookPath("node")
	if err != nil {
		return "", errors.New("Node.js was not started: there is no `node` on PATH. " +
			"Install Node.js 24 or newer, or add its directory to PATH.")
	}
	return node, nil
}

// resolveModule looks above the directory, and asks Node.js what it finds elsewhere: NODE_PATH and loaders count.
func resolveModule(ctx context.Context, node, module, directory string) (string, error) {
	if path, found := installedAbove(module, directory); found {
		return path, nil
	}
	cmd := exec.CommandContext(ctx, node, "-p", "require.resolve(process.argv[1])", module)
	cmd.Dir = directory
	out, err := cmd.Output()
	if err == nil {
		return strings.TrimSpace(string(out)), nil
	}
	var exit *exec.ExitError
	if !errors.As(err, &exit) {
		return "", fmt.Errorf("Nothing was run in %s: %s cannot be started (%w). "+
			"Check the installation of Node.js.", directory, node, err)
	}
	// A missing preload of NODE_OPTIONS has the same error code, so the name counts.
	if strings.Contains(string(exit.Stderr), "Cannot find module '"+module+"'") {
		return "", fmt.Errorf("Nothing was run in %s: @pulumi/pulumi cannot be found from there. "+
			"Run npm install in %s.", directory, directory)
	}
	return "", fmt.Errorf("Nothing was run in %s: Node.js could not look up %s (%s). "+
		"Check NODE_OPTIONS and the package.json there.", directory, module, reason(string(exit.Stderr)))
}

// installedAbove spares starting Node.js where npm has put the module: in the nearest node_modules, perhaps by a link.
func installedAbove(module, directory string) (string, bool) {
	for {
		index := filepath.Join(directory, "node_modules", filepath.FromSlash(module), "index.js")
		if path, err := filepath.EvalSymlinks(index); err == nil {
			return path, true
		}
		parent := filepath.Dir(directory)
		if parent == directory {
			return "", false
		}
		directory = parent
	}
}

// reason is the line of a Node.js stack trace that names the error.
func reason(stderr string) string {
	lines := strings.Split(strings.TrimSpace(stderr), "\n")
	for _, line := range lines {
		if strings.Contains(line, "Error:") || strings.Contains(line, "Error [") {
			return strings.TrimSpace(line)
		}
	}
	return strings.TrimSpace(lines[0])
}
