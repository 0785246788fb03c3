package main

import (
	"reflect"
	"testing"
)

func TestOptionsOf(t *testing.T) {
	for name, test := range map[string]struct {
		values map[string]any
		want   options
		env    []string
	}{
		"no options mean TypeScript through @pulumi/pulumi": {
			want: options{typescript: true, nodeArgs: []string{}},
			env:  []string{"PULUMI_NODEJS_TYPESCRIPT=true"},
		},
		"typescript: false leaves the environment alone": {
			values: map[string]any{"typescript": false},
			want:   options{nodeArgs: []string{}},
		},
		"tsconfig and quoted nodeargs": {
			values: map[string]any{"tsconfig": "a.json", "nodeargs": `--import tsx --title "a b"`},
			want: options{typescript: true, tsconfig: "a.json",
				nodeArgs: []string{"--import", "tsx", "--title", "a b"}},
			env: []string{"PULUMI_NODEJS_TYPESCRIPT=true", "PULUMI_NODEJS_TSCONFIG_PATH=a.json"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			got, err := optionsOf(programInfo(t, test.values), node)
			if err != nil {
				t.Fatal(err)
			}
			if !reflect.DeepEqual(got, test.want) {
				t.Errorf("got %+v, want %+v", got, test.want)
			}
			if env := got.environment(); !reflect.DeepEqual(env, test.env) {
				t.Errorf("environment is %q, want %q", env, test.env)
			}
		})
	}
}

func TestOptionsOfRefuses(t *testing.T) {
	for name, test := range map[string]struct {
		values map[string]any
		parts  []string
	}{
		"a number as typescript": {map[string]any{"typescript": 1}, []string{"typescript is 1", "must be a bool"}},
		"a list as nodeargs":     {map[string]any{"nodeargs": []any{"-r"}}, []string{"nodeargs", "must be a string"}},
		"an open quote":          {map[string]any{"nodeargs": `--title "a`}, []string{"nodeargs", "Close the quotes"}},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := optionsOf(programInfo(t, test.values), node)
			expectMessage(t, err, test.parts...)
		})
	}
}

func TestBunReadsNoOptionsOfNode(t *testing.T) {
	got, err := optionsOf(programInfo(t, map[string]any{"typescript": true, "nodeargs": "--flag"}), bun)
	if err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(got, options{}) || got.environment() != nil {
		t.Errorf("got %+v and %q", got, got.environment())
	}
}
