package main

import (
	"context"
	"errors"
	"fmt"
	"os/exec"
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

// resolveModule asks Node.js itself, so that workspaces, links and NODE_PATH count.
func resolveModule(ctx context.Context, node, module, directory string) (string, error) {
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
