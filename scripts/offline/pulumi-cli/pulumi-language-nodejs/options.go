package main

import (
	"fmt"

	"github.com/google/shlex"
	pulumirpc "github.com/pulumi/pulumi/sdk/v3/proto/go"
)

// options are the settings under `runtime.options` in Pulumi.yaml or PulumiPolicy.yaml.
type options struct {
	typescript bool
	tsconfig   string
	nodeArgs   []string
}

func optionsOf(info *pulumirpc.ProgramInfo, interpreter string) (options, error) {
	if interpreter == bun {
		// It runs TypeScript by itself, and Pulumi's own host reads none of these for it.
		return options{}, nil
	}
	values := info.GetOptions().AsMap()
	typescript, err := option(values, "typescript", true)
	if err != nil {
		return options{}, err
	}
	tsconfig, err := option(values, "tsconfig", "")
	if err != nil {
		return options{}, err
	}
	commandLine, err := option(values, "nodeargs", "")
	if err != nil {
		return options{}, err
	}
	nodeArgs, err := shlex.Split(commandLine)
	if err != nil {
		return options{}, fmt.Errorf("The runtime option nodeargs %q cannot be split into arguments (%w). "+
			"Close the quotes in the project file.", commandLine, err)
	}
	return options{typescript: typescript, tsconfig: tsconfig, nodeArgs: nodeArgs}, nil
}

func option[T bool | string](values map[string]any, name string, preset T) (T, error) {
	value, given := values[name]
	if !given {
		return preset, nil
	}
	typed, ok := value.(T)
	if !ok {
		return preset, fmt.Errorf("The runtime option %s is %v, but it must be a %T. "+
			"Correct it in the project file.", name, value, preset)
	}
	return typed, nil
}

// environment tells @pulumi/pulumi how to load TypeScript; without it Node.js strips types itself.
func (o options) environment() []string {
	var env []string
	if o.typescript {
		env = append(env, "PULUMI_NODEJS_TYPESCRIPT=true")
	}
	if o.tsconfig != "" {
		env = append(env, "PULUMI_NODEJS_TSCONFIG_PATH="+o.tsconfig)
	}
	return env
}
