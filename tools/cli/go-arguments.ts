const versionVariable = "github.com/pulumi/pulumi/sdk/v3/go/common/version.Version";

/** Arguments of `go` that build the CLI and its language host, as Pulumi's own releases are built. */
export function buildArguments(version: string): string[] {
  return [
    "build",
    "-v",
    "-trimpath",
    // A checkout that belongs to another user would otherwise fail the build.
    "-buildvcs=false",
    "-tags",
    "osusergo,grpcnotrace",
    "-ldflags",
    `-s -w -X ${versionVariable}=v${version}`,
  ];
}

/** The two programs to build. */
export const goPackages = [
  "github.com/pulumi/pulumi/pkg/v3/cmd/pulumi",
  "./pulumi-language-nodejs",
] as const;
