package main

import (
	"testing"
)

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

func TestFindNodeExplains(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	_, err := findNode()
	expectMessage(t, err, "no `node` on PATH", "Install Node.js")
}
