// Command pulumi-language-nodejs runs Node.js programs and policy packs for a Pulumi CLI that was
// built from source; under the name pulumi-language-bun it runs them with Bun. It covers what developing this repository needs and refuses the rest.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"time"

	"github.com/pulumi/pulumi/sdk/v3/go/common/util/logging"
	"github.com/pulumi/pulumi/sdk/v3/go/common/util/rpcutil"
	"github.com/pulumi/pulumi/sdk/v3/go/common/version"
	pulumirpc "github.com/pulumi/pulumi/sdk/v3/proto/go"
	"google.golang.org/grpc"
)

const engineCheckInterval = time.Minute

func main() {
	// The engine passes -tracing; this host does not trace.
	flag.String("tracing", "", "accepted and ignored")
	showVersion := flag.Bool("version", false, "print the version and exit")
	flag.Parse()
	if *showVersion {
		fmt.Println(version.Version)
		return
	}
	logging.InitLogging(false, 0, false)
	if err := serve(flag.Arg(0)); err != nil {
		fmt.Fprintf(os.Stderr, "The language host stopped: %v.\n", err)
		os.Exit(1)
	}
}

func serve(engineAddress string) error {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if engineAddress != "" {
		// Without the check, the host outlives an engine that was killed.
		if err := rpcutil.Healthcheck(ctx, engineAddress, engineCheckInterval, stop); err != nil {
			return fmt.Errorf("the engine at %s cannot be watched: %w", engineAddress, err)
		}
	}
	cancel := make(chan bool)
	go func() {
		<-ctx.Done()
		close(cancel)
	}()
	server, err := rpcutil.ServeWithOptions(rpcutil.ServeOptions{
		Cancel: cancel,
		Init: func(registry *grpc.Server) error {
			host := newLanguageHost(interpreterFor(os.Args[0]), engineAddress)
			pulumirpc.RegisterLanguageRuntimeServer(registry, host)
			return nil
		},
	})
	if err != nil {
		return err
	}
	// The engine reads the port from the first line of stdout.
	fmt.Println(server.Port)
	return <-server.Done
}
