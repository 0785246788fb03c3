package main

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	pulumirpc "github.com/pulumi/pulumi/sdk/v3/proto/go"
	"google.golang.org/protobuf/types/known/structpb"
)

// onlyOnPath makes PATH a directory that holds just the given shell script.
func onlyOnPath(t *testing.T, name, script string) string {
	t.Helper()
	if runtime.GOOS == "windows" {
		t.Skip("the stub is a shell script")
	}
	directory := t.TempDir()
	path := filepath.Join(directory, name)
	if err := os.WriteFile(path, []byte("#!/bin/sh\n"+script+"\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", directory)
	return path
}

func programInfo(t *testing.T, values map[string]any) *pulumirpc.ProgramInfo {
	t.Helper()
	options, err := structpb.NewStruct(values)
	if err != nil {
		t.Fatal(err)
	}
	return &pulumirpc.ProgramInfo{
		RootDirectory:    "/project",
		ProgramDirectory: t.TempDir(),
		EntryPoint:       ".",
		Options:          options,
	}
}

func expectMessage(t *testing.T, err error, parts ...string) {
	t.Helper()
	if err == nil {
		t.Fatalf("expected an error with %q", parts)
	}
	expectText(t, err.Error(), parts...)
}

func expectText(t *testing.T, text string, parts ...string) {
	t.Helper()
	for _, part := range parts {
		if !strings.Contains(text, part) {
			t.Errorf("%q does not contain %q", text, part)
		}
	}
	if strings.Contains(text, "\n") {
		t.Errorf("%q has more than one line", text)
	}
}
