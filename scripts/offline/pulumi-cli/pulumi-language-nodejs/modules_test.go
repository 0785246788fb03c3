package main

import (
	"os"
	"path/filepath"
	"testing"
)

func TestResolveModuleLooksAbove(t *testing.T) {
	node := onlyOnPath(t, "node", "exit 1")
	root := realDirectory(t)
	program := filepath.Join(root, "infra", "node_modules")
	for _, directory := range []string{program, filepath.Join(root, "store", "some", "module"), filepath.Join(root, "node_modules", "some")} {
		if err := os.MkdirAll(directory, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	want := filepath.Join(root, "store", "some", "module", "index.js")
	if err := os.WriteFile(want, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	link := filepath.Join(root, "node_modules", "some", "module")
	if err := os.Symlink(filepath.Dir(want), link); err != nil {
		t.Skip("links cannot be made here: ", err)
	}
	path, err := resolveModule(t.Context(), node, "some/module", filepath.Dir(program))
	if err != nil {
		t.Fatal(err)
	}
	if path != want {
		t.Errorf("got %q, want %q", path, want)
	}
}

func realDirectory(t *testing.T) string {
	t.Helper()
	path, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	return path
}

func TestResolveModuleAsksNodeInTheDirectory(t *testing.T) {
	node := onlyOnPath(t, "node", `echo "$PWD/$3"`)
	directory := t.TempDir()
	path, err := resolveModule(t.Context(), node, "some/module", directory)
	if err != nil {
		t.Fatal(err)
	}
	if want := directory + "/some/module"; path != want {
		t.Errorf("got %q, want %q", path, want)
	}
}

func TestResolveModuleExplains(t *testing.T) {
	directory := t.TempDir()
	for name, test := range map[string]struct {
		script string
		parts  []string
	}{
		"a missing SDK": {
			`echo "Error: Cannot find module 'some/module'" >&2; exit 1`,
			[]string{"@pulumi/pulumi cannot be found", "Run npm install in " + directory},
		},
		"another error": {
			`printf 'file:1\n\nTypeError: odd loader\n  at x\n' >&2; exit 1`,
			[]string{"could not look up some/module", "TypeError: odd loader"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			node := onlyOnPath(t, "node", test.script)
			_, err := resolveModule(t.Context(), node, "some/module", directory)
			expectMessage(t, err, test.parts...)
		})
	}
}

func TestFindExplains(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	_, err := find(bun)
	expectMessage(t, err, "no `bun` on PATH", "Install it")
}

func TestInterpreterForReadsTheNameOfTheProgram(t *testing.T) {
	for program, want := range map[string]string{
		"/cli/pulumi-language-nodejs":  node,
		"/cli/pulumi-language-bun":     bun,
		"/cli/pulumi-language-bun.exe": bun,
	} {
		if got := interpreterFor(program); got != want {
			t.Errorf("%s starts %s, want %s", program, got, want)
		}
	}
}
