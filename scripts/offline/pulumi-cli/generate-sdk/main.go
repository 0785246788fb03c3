// Command generate-sdk writes the packages of a schema for Python and Go, by the engine's own generators.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/blang/semver"
	gogen "github.com/pulumi/pulumi/pkg/v3/codegen/go"
	"github.com/pulumi/pulumi/pkg/v3/codegen/python"
	"github.com/pulumi/pulumi/pkg/v3/codegen/schema"
)

const tool = "pulumi-hosting"

func main() {
	if err := run(os.Args[1], os.Args[2]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// run reads a schema from a file and writes one directory for each language.
func run(file, directory string) error {
	text, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	var spec schema.PackageSpec
	if err := json.Unmarshal(text, &spec); err != nil {
		return err
	}
	languages := map[string]schema.Language{"python": python.Importer, "go": gogen.Importer}
	pkg, err := schema.ImportSpec(spec, languages, schema.NewNullLoader(), schema.ValidationOptions{})
	if err != nil {
		return err
	}
	forPython, err := python.GeneratePackage(tool, pkg, nil, noPackages{schema.NewNullLoader()})
	if err != nil {
		return err
	}
	forGo, err := gogen.GeneratePackage(tool, pkg, nil)
	if err != nil {
		return err
	}
	if err := write(filepath.Join(directory, "python"), forPython); err != nil {
		return err
	}
	return write(filepath.Join(directory, "go"), forGo)
}

var errNoPackages = errors.New("the schema refers to no other package")

// noPackages knows no package that a schema could refer to.
type noPackages struct{ schema.Loader }

func (noPackages) LoadPackageReference(string, *semver.Version) (schema.PackageReference, error) {
	return nil, errNoPackages
}

func (noPackages) LoadPackageReferenceV2(
	context.Context, *schema.PackageDescriptor,
) (schema.PackageReference, error) {
	return nil, errNoPackages
}

func write(directory string, files map[string][]byte) error {
	for path, text := range files {
		file := filepath.Join(directory, path)
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(file, text, 0o644); err != nil {
			return err
		}
	}
	return nil
}
