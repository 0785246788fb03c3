package main

import (
	"fmt"
	"os/exec"

	"github.com/pulumi/pulumi/sdk/v3/go/common/util/rpcutil"
	pulumirpc "github.com/pulumi/pulumi/sdk/v3/proto/go"
)

// InstallDependencies runs npm, whatever the packagemanager option says.
func (h *languageHost) InstallDependencies(
	req *pulumirpc.InstallDependenciesRequest, server pulumirpc.LanguageRuntime_InstallDependenciesServer,
) error {
	directory := req.GetInfo().GetProgramDirectory()
	npm, err := exec.LookPath("npm")
	if err != nil {
		return fmt.Errorf("The dependencies in %s were not installed: there is no `npm` on PATH. "+
			"Install Node.js with npm, or add its directory to PATH.", directory)
	}
	ctx, end := h.untilCancelled(server.Context())
	defer end()
	// A pseudo terminal would merge the two streams for colour alone.
	closer, stdout, stderr, err := rpcutil.MakeInstallDependenciesStreams(server, false)
	if err != nil {
		return err
	}
	defer closer.Close()
	cmd := interruptible(ctx, npm, []string{"install"})
	cmd.Dir = directory
	cmd.Stdout, cmd.Stderr = oneAtATime(stdout, stderr)
	if err := cmd.Run(); err != nil {
		return fmt.Errorf("The dependencies in %s were not installed: npm install ended with %w. "+
			"Its own output above says why.", directory, err)
	}
	return nil
}
