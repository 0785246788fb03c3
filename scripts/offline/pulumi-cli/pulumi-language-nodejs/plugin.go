package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"strconv"

	sdk "github.com/pulumi/pulumi/sdk/v3"
	"github.com/pulumi/pulumi/sdk/v3/go/common/apitype"
	"github.com/pulumi/pulumi/sdk/v3/go/common/util/rpcutil"
	pulumirpc "github.com/pulumi/pulumi/sdk/v3/proto/go"
)

// RunPlugin starts a policy pack and stays until it ends.
func (h *languageHost) RunPlugin(
	req *pulumirpc.RunPluginRequest, server pulumirpc.LanguageRuntime_RunPluginServer,
) error {
	if req.GetKind() != string(apitype.AnalyzerPlugin) {
		return fmt.Errorf("Plugin %q was not started: it is of kind %q, and this language host runs "+
			"policy packs only. Put the released Pulumi CLI first on PATH.", req.GetName(), req.GetKind())
	}
	ctx, end := h.untilCancelled(server.Context())
	defer end()
	closer, stdout, stderr, err := rpcutil.MakeRunPluginStreams(server, false)
	if err != nil {
		return err
	}
	defer closer.Close()
	cmd, err := h.policyPackCommand(ctx, req)
	if err != nil {
		return err
	}
	stdout, stderr = oneAtATime(stdout, stderr)
	return h.policyPackResult(runPolicyPack(ctx, cmd, stdout, stderr), req.GetInfo().GetProgramDirectory())
}

func (h *languageHost) policyPackCommand(ctx context.Context, req *pulumirpc.RunPluginRequest) (*exec.Cmd, error) {
	opts, err := optionsOf(req.GetInfo(), h.interpreter)
	if err != nil {
		return nil, err
	}
	executable, err := find(h.interpreter)
	if err != nil {
		return nil, err
	}
	directory := req.GetInfo().GetProgramDirectory()
	runner, err := resolveModule(ctx, executable, policyPackRunner, directory)
	if err != nil {
		return nil, err
	}
	args := append(append(opts.nodeArgs, runner), req.GetArgs()...)
	cmd := interruptible(ctx, executable, append(args, directory))
	cmd.Dir = directory
	cmd.Env = append(req.GetEnv(), opts.environment()...)
	return cmd, nil
}

// runPolicyPack starts the pack only after the engine sent the stack, which the pack expects in
// its environment; the proxy answers the engine until then.
func runPolicyPack(ctx context.Context, cmd *exec.Cmd, stdout, stderr io.Writer) error {
	proxy, packOutput, err := sdk.NewPolicyProxy(ctx, stdout)
	if err != nil {
		return err
	}
	stack, err := proxy.AwaitConfiguration(ctx)
	if err != nil {
		return err
	}
	env, err := stackEnvironment(stack)
	if err != nil {
		return err
	}
	cmd.Env = append(cmd.Env, env...)
	cmd.Stdout, cmd.Stderr = packOutput, stderr
	if err := cmd.Start(); err != nil {
		return err
	}
	return proxy.Attach(ctx, cmd)
}

func stackEnvironment(stack *pulumirpc.AnalyzerStackConfigureRequest) ([]string, error) {
	if stack == nil {
		return nil, nil
	}
	env := []string{"PULUMI_NODEJS_DRY_RUN=" + strconv.FormatBool(stack.GetDryRun())}
	add := func(name, value string) {
		if value != "" {
			env = append(env, name+"="+value)
		}
	}
	add("PULUMI_NODEJS_ORGANIZATION", stack.GetOrganization())
	add("PULUMI_NODEJS_PROJECT", stack.GetProject())
	add("PULUMI_NODEJS_STACK", stack.GetStack())
	if stack.GetConfig() == nil {
		return env, nil
	}
	config, err := json.Marshal(stack.GetConfig())
	if err != nil {
		return nil, err
	}
	return append(env, "PULUMI_CONFIG="+string(config)), nil
}

func (h *languageHost) policyPackResult(err error, directory string) error {
	var exit *exec.ExitError
	switch {
	case err == nil, errors.Is(err, exec.ErrWaitDelay):
		return nil
	case errors.As(err, &exit):
		return fmt.Errorf("The policy pack in %s did not finish: %s ended with %s. "+
			"Its own output above says why.", directory, h.interpreter, exit)
	default:
		return fmt.Errorf("The policy pack in %s did not run (%w). "+
			"Its output above may say why; check its package.json and run npm install there.", directory, err)
	}
}
