package peers

import (
	"context"
	"net/http"
	"strconv"

	"github.com/hetznercloud/hcloud-go/v2/hcloud"
)

type hcloudPeer struct{ client *hcloud.Client }

func openHcloud(platform *platform) peer {
	platform.HandleFunc("POST /v1/servers", func(writer http.ResponseWriter, request *http.Request) {
		made := platform.boot(request)
		answer(writer, http.StatusCreated, object{
			"server":       hcloudServer(made),
			"action":       hcloudAction(made),
			"next_actions": []object{},
		})
	})
	platform.HandleFunc("GET /v1/actions", func(writer http.ResponseWriter, request *http.Request) {
		actions := []object{}
		for _, id := range request.URL.Query()["id"] {
			actions = append(actions, hcloudAction(platform.find(id)))
		}
		answer(writer, http.StatusOK, object{"actions": actions})
	})
	platform.HandleFunc("GET /v1/servers", func(writer http.ResponseWriter, request *http.Request) {
		from, to, next := page(request, count)
		servers := []object{}
		for _, machine := range platform.machines[from:to] {
			servers = append(servers, hcloudServer(machine))
		}
		pagination := object{"page": 1, "next_page": next}
		answer(writer, http.StatusOK, object{"servers": servers, "meta": object{"pagination": pagination}})
	})
	platform.HandleFunc("DELETE /v1/servers/{id}", func(writer http.ResponseWriter, request *http.Request) {
		gone := platform.find(request.PathValue("id"))
		gone.deleted = true
		answer(writer, http.StatusOK, object{"action": hcloudAction(gone)})
	})
	return hcloudPeer{hcloud.NewClient(
		hcloud.WithEndpoint("http://platform/v1"),
		hcloud.WithHTTPClient(&http.Client{Transport: platform}),
	)}
}

func (p hcloudPeer) create(ctx context.Context, name string) (int, error) {
	made, _, err := p.client.Server.Create(ctx, hcloud.ServerCreateOpts{
		Name:       name,
		ServerType: &hcloud.ServerType{Name: "small"},
		Image:      &hcloud.Image{Name: "debian-13"},
	})
	if err != nil {
		return 0, err
	}
	return int(made.Server.ID), p.client.Action.WaitFor(ctx, append(made.NextActions, made.Action)...)
}

func (p hcloudPeer) list(ctx context.Context) (int, error) {
	servers, err := p.client.Server.All(ctx)
	return len(servers), err
}

func (p hcloudPeer) remove(ctx context.Context, id int) error {
	_, _, err := p.client.Server.DeleteWithResult(ctx, &hcloud.Server{ID: int64(id)})
	return err
}

func hcloudServer(machine *machine) object {
	return object{"id": machine.id, "name": machine.name}
}

func hcloudAction(machine *machine) object {
	status := "running"
	if machine.isReady() {
		status = "success"
	}
	return object{"id": machine.id, "command": "create_server", "status": status}
}

// page gives the part of a list that is asked for, at most `most` of it, and the number of the next one.
func page(request *http.Request, most int) (from, to int, next any) {
	number, size := 1, 20
	if given, err := strconv.Atoi(request.URL.Query().Get("page")); err == nil {
		number = given
	}
	if given, err := strconv.Atoi(request.URL.Query().Get("per_page")); err == nil {
		size = given
	}
	from, to = min((number-1)*size, most), min(number*size, most)
	if to < most {
		next = number + 1
	}
	return from, to, next
}
