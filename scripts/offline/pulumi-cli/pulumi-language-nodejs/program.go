package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strconv"
	"time"

	pulumirpc "github.com/pulumi/pulumi/sdk/v3/proto/go"
)

// exitAfterReport is the exit code of a program whose error the user has already seen.
const exitAfterReport = 32

// Run executes a program; its failures are part of the answer, not errors of the call.
func (h *languageHost) Run(
	request context.Context, req *pulumirpc.RunRequest,
) (*pulumirpc.RunResponse, error) {
	ctx, end := h.untilCancelled(request)
	defer end()
	cmd, err := h.programCommand(ctx, req)
	if err != nil {
		return &pulumirpc.RunResponse{Error: err.Error()}, nil
	}
	// Node.js may switch an inherited descriptor to non-blocking, which loses output of this
	// process; the wrapper makes os/exec put a pipe in between.
	cmd.Stdout = struct{ io.Writer }{os.Stdout}
	cmd.Stderr = struct{ io.Writer }{os.Stderr}
	return programResult(h.interpreter, cmd.Run()), nil
}

func (h *languageHost) programCommand(ctx context.Context, req *pulumirpc.RunRequest) (*exec.Cmd, error) {
	opts, err := optionsOf(req.GetInfo(), h.interpreter)
	if err != nil {
		return nil, err
	}
	env, err := programEnvironment(req)
	if err != nil {
		return nil, err
	}
	executable, err := find(h.interpreter)
	if err != nil {
		return nil, err
	}
	runner, err := resolveModule(ctx, executable, programRunner, req.GetInfo().GetProgramDirectory())
	if err != nil {
		return nil, err
	}
	args := append(append(opts.nodeArgs, runner), programArguments(req, h.engineAddress)...)
	cmd := interruptible(ctx, executable, args)
	cmd.Env = append(append(os.Environ(), env...), opts.environment()...)
	return cmd, nil
}

func programArguments(req *pulumirpc.RunRequest, engineAddress string) []string {
	info := req.GetInfo()
	var args []string
	add := func(name, value string) {
		if value != "" {
			args = append(args, "--"+name, value)
		}
	}
	add("monitor", req.GetMonitorAddress())
	add("engine", engineAddress)
	add("organization", req.GetOrganization())
	add("project", req.GetProject())
	add("root-directory", info.GetRootDirectory())
	add("stack", req.GetStack())
	add("pwd", info.GetProgramDirectory())
	add("parallel", strconv.Itoa(int(req.GetParallel())))
	if req.GetDryRun() {
		args = append(args, "--dry-run")
	}
	return append(append(args, info.GetEntryPoint()), req.GetArgs()...)
}

func programEnvironment(req *pulumirpc.RunRequest) ([]string, error) {
	config, err := jsonVariable("PULUMI_CONFIG", req.GetConfig(), "{}")
	if err != nil {
		return nil, err
	}
	secretKeys, err := jsonVariable("PULUMI_CONFIG_SECRET_KEYS", req.GetConfigSecretKeys(), "[]")
	if err != nil {
		return nil, err
	}
	return []string{config, secretKeys}, nil
}

func jsonVariable(name string, value any, empty string) (string, error) {
	text, err := json.Marshal(value)
	if err != nil {
		return "", fmt.Errorf("The stack configuration was not passed on as %s (%w). "+
			"Look for unusual characters in the stack's configuration file.", name, err)
	}
	if string(text) == "null" {
		return name + "=" + empty, nil
	}
	return name + "=" + string(text), nil
}

// interruptible gives a cancelled process a few seconds to clean up before it is killed.
func interruptible(ctx context.Context, program string, args []string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, program, args...)
	cmd.Cancel = func() error {
		if err := cmd.Process.Signal(os.Interrupt); err != nil {
			return cmd.Process.Kill()
		}
		return nil
	}
	cmd.WaitDelay = 5 * time.Second
	return cmd
}

func programResult(interpreter string, err error) *pulumirpc.RunResponse {
	var exit *exec.ExitError
	switch {
	// A grandchild that keeps the output open does not make a finished program fail.
	case err == nil, errors.Is(err, exec.ErrWaitDelay):
		return &pulumirpc.RunResponse{}
	case errors.As(err, &exit) && exit.ExitCode() == exitAfterReport:
		return &pulumirpc.RunResponse{Bail: true}
	case errors.As(err, &exit):
		return &pulumirpc.RunResponse{Error: fmt.Sprintf(
			"The program did not finish: %s ended with %s. Its own output above says why.", interpreter, exit)}
	default:
		return &pulumirpc.RunResponse{Error: fmt.Sprintf(
			"The program was not started: %s could not be run (%v). Install it again.", interpreter, err)}
	}
}
