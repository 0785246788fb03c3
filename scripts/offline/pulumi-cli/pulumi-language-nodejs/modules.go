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

const (
	node = "node"
	bun  = "bun"
)

// interpreterFor is Bun where the engine started this program by the name that it looks for with `runtime: bun`.
func interpreterFor(program string) string {
	if strings.HasPrefix(filepath.Base(program), "pulumi-language-bun") {
		return bun
	}
	return node
}

func find(interpreter string) (string, error) {
	path, err := exec.LookPath(interpreter)
	if err != nil {
		return "", fmt.Errorf("Nothing was run: there is no `%s` on PATH. "+
			"Install it, or add its directory to PATH.", interpreter)
	}
	return path, nil
}

// resolveModule looks above the directory, and asks the interpreter what it finds elsewhere: NODE_PATH and loaders count.
func resolveModule(ctx context.Context, interpreter, module, directory string) (string, error) {
	if path, found := installedAbove(module, directory); found {
		return path, nil
	}
	cmd := exec.CommandContext(ctx, interpreter, "-p", "require.resolve(process.argv[1])", module)
	cmd.Dir = directory
	out, err := cmd.Output()
	if err == nil {
		return strings.TrimSpace(string(out)), nil
	}
	var exit *exec.ExitError
	if !errors.As(err, &exit) {
		return "", fmt.Errorf("Nothing was run in %s: %s cannot be started (%w). "+
			"Install it again.", directory, interpreter, err)
	}
	// A missing preload of NODE_OPTIONS has the same error code, so the name counts.
	if strings.Contains(string(exit.Stderr), "Cannot find module '"+module+"'") {
		return "", fmt.Errorf("Nothing was run in %s: @pulumi/pulumi cannot be found from there. "+
			"Run npm install in %s.", directory, directory)
	}
	return "", fmt.Errorf("Nothing was run in %s: %s could not look up %s (%s). "+
		"Check NODE_OPTIONS and the package.json there.", directory, interpreter, module, reason(string(exit.Stderr)))
}

// installedAbove spares starting the interpreter where npm has put the module: in the nearest node_modules, perhaps by a link.
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
