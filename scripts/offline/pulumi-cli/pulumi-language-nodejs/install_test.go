package main

import (
	"context"
	"testing"

	pulumirpc "github.com/pulumi/pulumi/sdk/v3/proto/go"
	"google.golang.org/grpc"
)

type recordedInstall struct {
	grpc.ServerStream
	ctx            context.Context
	stdout, stderr string
}

func (r *recordedInstall) Context() context.Context { return r.ctx }

func (r *recordedInstall) Send(response *pulumirpc.InstallDependenciesResponse) error {
	r.stdout += string(response.GetStdout())
	r.stderr += string(response.GetStderr())
	return nil
}

func install(t *testing.T) (*recordedInstall, string, error) {
	t.Helper()
	info := programInfo(t, nil)
	server := &recordedInstall{ctx: t.Context()}
	req := &pulumirpc.InstallDependenciesRequest{Info: info}
	return server, info.GetProgramDirectory(), newLanguageHost(node, "").InstallDependencies(req, server)
}

func TestInstallDependenciesPassesTheOutputOn(t *testing.T) {
	onlyOnPath(t, "npm", `echo "$PWD $*"; echo careful >&2`)
	server, directory, err := install(t)
	if err != nil {
		t.Fatal(err)
	}
	if want := directory + " install\n"; server.stdout != want || server.stderr != "careful\n" {
		t.Errorf("got %q and %q, want %q and a warning", server.stdout, server.stderr, want)
	}
}

func TestInstallDependenciesExplains(t *testing.T) {
	onlyOnPath(t, "npm", `exit 9`)
	_, directory, err := install(t)
	expectMessage(t, err, "dependencies in "+directory+" were not installed", "exit status 9")
	t.Setenv("PATH", t.TempDir())
	_, _, err = install(t)
	expectMessage(t, err, "no `npm` on PATH")
}
