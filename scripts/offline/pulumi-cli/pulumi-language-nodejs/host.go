package main

import (
	"context"
	"os/exec"
	"strings"

	"github.com/pulumi/pulumi/sdk/v3/go/common/version"
	pulumirpc "github.com/pulumi/pulumi/sdk/v3/proto/go"
	"google.golang.org/protobuf/types/known/emptypb"
)

// languageHost answers the engine. Methods it does not define answer "unimplemented".
type languageHost struct {
	pulumirpc.UnimplementedLanguageRuntimeServer

	// Runs programs and policy packs.
	interpreter   string
	engineAddress string
	cancelled     context.Context
	cancel        context.CancelFunc
}

func newLanguageHost(interpreter, engineAddress string) *languageHost {
	cancelled, cancel := context.WithCancel(context.Background())
	return &languageHost{
		interpreter: interpreter, engineAddress: engineAddress, cancelled: cancelled, cancel: cancel,
	}
}

// untilCancelled ends with the request or with the engine's Cancel call, whichever comes first.
func (h *languageHost) untilCancelled(request context.Context) (context.Context, func()) {
	ctx, end := context.WithCancel(request)
	forget := context.AfterFunc(h.cancelled, end)
	return ctx, func() {
		forget()
		end()
	}
}

func (h *languageHost) Handshake(
	_ context.Context, req *pulumirpc.LanguageHandshakeRequest,
) (*pulumirpc.LanguageHandshakeResponse, error) {
	h.engineAddress = req.GetEngineAddress()
	return &pulumirpc.LanguageHandshakeResponse{}, nil
}

func (h *languageHost) GetPluginInfo(context.Context, *emptypb.Empty) (*pulumirpc.PluginInfo, error) {
	return &pulumirpc.PluginInfo{Version: version.Version}, nil
}

// GetRequiredPackages names none: dynamic resources need no provider plugin to be installed.
func (h *languageHost) GetRequiredPackages(
	context.Context, *pulumirpc.GetRequiredPackagesRequest,
) (*pulumirpc.GetRequiredPackagesResponse, error) {
	return &pulumirpc.GetRequiredPackagesResponse{}, nil
}

func (h *languageHost) GetRequiredPlugins(
	context.Context, *pulumirpc.GetRequiredPluginsRequest,
) (*pulumirpc.GetRequiredPluginsResponse, error) {
	return &pulumirpc.GetRequiredPluginsResponse{}, nil
}

func (h *languageHost) About(ctx context.Context, _ *pulumirpc.AboutRequest) (*pulumirpc.AboutResponse, error) {
	executable, err := find(h.interpreter)
	if err != nil {
		return nil, err
	}
	out, err := exec.CommandContext(ctx, executable, "--version").Output()
	if err != nil {
		return nil, err
	}
	return &pulumirpc.AboutResponse{Executable: executable, Version: strings.TrimSpace(string(out))}, nil
}

func (h *languageHost) Cancel(context.Context, *emptypb.Empty) (*emptypb.Empty, error) {
	h.cancel()
	return &emptypb.Empty{}, nil
}
