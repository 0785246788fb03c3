package main

import (
	"bufio"
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"runtime"
	"strings"
	"testing"

	pulumirpc "github.com/pulumi/pulumi/sdk/v3/proto/go"
)

func TestProgramArguments(t *testing.T) {
	info := &pulumirpc.ProgramInfo{RootDirectory: "/r", ProgramDirectory: "/r/p", EntryPoint: "main.ts"}
	for name, test := range map[string]struct {
		req  *pulumirpc.RunRequest
		want string
	}{
		"preview": {
			&pulumirpc.RunRequest{MonitorAddress: "m:1", Organization: "o", Project: "p", Stack: "s",
				Parallel: 4, DryRun: true, Info: info, Args: []string{"extra"}},
			"--monitor m:1 --engine e:2 --organization o --project p --root-directory /r --stack s " +
				"--pwd /r/p --parallel 4 --dry-run main.ts extra",
		},
		"empty values are left out": {
			&pulumirpc.RunRequest{Project: "p", Info: info},
			"--engine e:2 --project p --root-directory /r --pwd /r/p --parallel 0 main.ts",
		},
	} {
		t.Run(name, func(t *testing.T) {
			if got := strings.Join(programArguments(test.req, "e:2"), " "); got != test.want {
				t.Errorf("got  %s\nwant %s", got, test.want)
			}
		})
	}
}

func TestProgramEnvironment(t *testing.T) {
	for name, test := range map[string]struct {
		req  *pulumirpc.RunRequest
		want []string
	}{
		"no configuration": {&pulumirpc.RunRequest{},
			[]string{"PULUMI_CONFIG={}", "PULUMI_CONFIG_SECRET_KEYS=[]"}},
		"a secret": {
			&pulumirpc.RunRequest{Config: map[string]string{"a:b": "c"}, ConfigSecretKeys: []string{"a:b"}},
			[]string{`PULUMI_CONFIG={"a:b":"c"}`, `PULUMI_CONFIG_SECRET_KEYS=["a:b"]`},
		},
	} {
		t.Run(name, func(t *testing.T) {
			got, err := programEnvironment(test.req)
			if err != nil {
				t.Fatal(err)
			}
			if !reflect.DeepEqual(got, test.want) {
				t.Errorf("got %q, want %q", got, test.want)
			}
		})
	}
}

// A stub that answers the look-up and records how the program would have been started.
const recordingNode = `if [ "$1" = -p ]; then echo /sdk/run.js; exit; fi
echo "$* TYPESCRIPT=$PULUMI_NODEJS_TYPESCRIPT CONFIG=$PULUMI_CONFIG" > "$RECORD"
exit "$EXIT_CODE"`

func TestRun(t *testing.T) {
	for code, want := range map[string]*pulumirpc.RunResponse{
		"0":  {},
		"32": {Bail: true},
		"3":  {Error: "node ended with exit status 3"},
	} {
		t.Run("exit code "+code, func(t *testing.T) {
			record := filepath.Join(t.TempDir(), "record")
			onlyOnPath(t, "node", recordingNode)
			t.Setenv("RECORD", record)
			t.Setenv("EXIT_CODE", code)
			info := programInfo(t, map[string]any{"nodeargs": "--flag"})
			got, err := newLanguageHost(node, "e:2").Run(t.Context(), &pulumirpc.RunRequest{Info: info})
			if err != nil {
				t.Fatal(err)
			}
			if got.GetBail() != want.GetBail() || (got.GetError() == "") != (want.GetError() == "") {
				t.Errorf("got %v, want %v", got, want)
			}
			expectText(t, got.GetError(), want.GetError())
			line, err := os.ReadFile(record)
			if err != nil {
				t.Fatal(err)
			}
			expectText(t, strings.TrimSpace(string(line)),
				"--flag /sdk/run.js --engine e:2", "--pwd "+info.GetProgramDirectory(), "TYPESCRIPT=true CONFIG={}")
		})
	}
}

func TestRunReportsAMissingSdkAsItsAnswer(t *testing.T) {
	onlyOnPath(t, "node", `echo "Error: Cannot find module '$3'" >&2; exit 1`)
	got, err := newLanguageHost(node, "").Run(t.Context(), &pulumirpc.RunRequest{Info: programInfo(t, nil)})
	if err != nil {
		t.Fatal(err)
	}
	expectText(t, got.GetError(), "Run npm install in")
}

func TestInterruptibleLetsTheProcessCleanUp(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("there is no interrupt signal")
	}
	ctx, cancel := context.WithCancel(t.Context())
	script := `trap "exit 7" INT; echo ready; while :; do sleep 0.01; done`
	cmd := interruptible(ctx, "sh", []string{"-c", script})
	stdout, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	if _, err := bufio.NewReader(stdout).ReadString('\n'); err != nil {
		t.Fatal(err)
	}
	cancel()
	var exit *exec.ExitError
	if err := cmd.Wait(); !errors.As(err, &exit) || exit.ExitCode() != 7 {
		t.Errorf("the process ended with %v, not with its own exit code 7", err)
	}
}

func TestProgramResult(t *testing.T) {
	if got := programResult(node, exec.ErrWaitDelay); got.GetError() != "" || got.GetBail() {
		t.Errorf("output held open by a grandchild counts as failure: %v", got)
	}
	expectText(t, programResult(node, errors.New("no such file")).GetError(), "was not started", "no such file")
}
