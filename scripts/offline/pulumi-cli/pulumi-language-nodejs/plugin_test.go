package main

import (
	"errors"
	"reflect"
	"strings"
	"testing"

	pulumirpc "github.com/pulumi/pulumi/sdk/v3/proto/go"
)

func TestRunPluginRefusesOtherKinds(t *testing.T) {
	for _, kind := range []string{"resource", "tool", ""} {
		req := &pulumirpc.RunPluginRequest{Kind: kind, Name: "thing"}
		err := newLanguageHost(node, "").RunPlugin(req, nil)
		expectMessage(t, err, `Plugin "thing" was not started`, `kind "`+kind+`"`, "policy packs only")
	}
}

func TestPolicyPackCommand(t *testing.T) {
	program := onlyOnPath(t, "node", `echo "/sdk/$3"`)
	info := programInfo(t, map[string]any{"nodeargs": "--flag"})
	cmd, err := newLanguageHost(node, "").policyPackCommand(t.Context(), &pulumirpc.RunPluginRequest{
		Info: info, Args: []string{"127.0.0.1:1"}, Env: []string{"A=1"},
	})
	if err != nil {
		t.Fatal(err)
	}
	directory := info.GetProgramDirectory()
	want := []string{program, "--flag", "/sdk/" + policyPackRunner, "127.0.0.1:1", directory}
	if !reflect.DeepEqual(cmd.Args, want) {
		t.Errorf("got %q, want %q", cmd.Args, want)
	}
	if cmd.Dir != directory {
		t.Errorf("runs in %q, want %q", cmd.Dir, directory)
	}
	if env := strings.Join(cmd.Env, " "); env != "A=1 PULUMI_NODEJS_TYPESCRIPT=true" {
		t.Errorf("environment is %q", env)
	}
}

func TestStackEnvironment(t *testing.T) {
	for name, test := range map[string]struct {
		stack *pulumirpc.AnalyzerStackConfigureRequest
		want  string
	}{
		"none": {nil, ""},
		"bare": {&pulumirpc.AnalyzerStackConfigureRequest{}, "PULUMI_NODEJS_DRY_RUN=false"},
		"full": {
			&pulumirpc.AnalyzerStackConfigureRequest{
				Organization: "o", Project: "p", Stack: "s", DryRun: true, Config: map[string]string{"a:b": "c"}},
			"PULUMI_NODEJS_DRY_RUN=true PULUMI_NODEJS_ORGANIZATION=o PULUMI_NODEJS_PROJECT=p " +
				`PULUMI_NODEJS_STACK=s PULUMI_CONFIG={"a:b":"c"}`,
		},
	} {
		t.Run(name, func(t *testing.T) {
			env, err := stackEnvironment(test.stack)
			if err != nil {
				t.Fatal(err)
			}
			if got := strings.Join(env, " "); got != test.want {
				t.Errorf("got %s, want %s", got, test.want)
			}
		})
	}
}

func TestPolicyPackResult(t *testing.T) {
	host := newLanguageHost(node, "")
	if err := host.policyPackResult(nil, "/pack"); err != nil {
		t.Error(err)
	}
	expectMessage(t, host.policyPackResult(errors.New("no port"), "/pack"), "/pack did not run", "no port")
}
