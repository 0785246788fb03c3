package peers

import (
	"context"
	"fmt"
	"net/http"

	"github.com/digitalocean/godo"
	"github.com/digitalocean/godo/util"
)

type godoPeer struct{ client *godo.Client }

func openGodo(platform *platform) peer {
	platform.HandleFunc("POST /v2/droplets", func(writer http.ResponseWriter, request *http.Request) {
		made := platform.boot(request)
		link := object{"id": made.id, "rel": "create", "href": fmt.Sprintf("http://platform/v2/actions/%d", made.id)}
		answer(writer, http.StatusAccepted, object{
			"droplet": godoDroplet(made),
			"links":   object{"actions": []object{link}},
		})
	})
	platform.HandleFunc("GET /v2/actions/{id}", func(writer http.ResponseWriter, request *http.Request) {
		status := godo.ActionInProgress
		if platform.find(request.PathValue("id")).isReady() {
			status = godo.ActionCompleted
		}
		answer(writer, http.StatusOK, object{"action": object{"status": status}})
	})
	platform.HandleFunc("GET /v2/droplets", func(writer http.ResponseWriter, request *http.Request) {
		from, to, next := page(request, count)
		droplets := []object{}
		for _, machine := range platform.machines[from:to] {
			droplets = append(droplets, godoDroplet(machine))
		}
		links := object{}
		if next != nil {
			links["pages"] = object{"last": "http://platform/v2/droplets?page=2"}
		}
		answer(writer, http.StatusOK, object{"droplets": droplets, "links": links})
	})
	platform.HandleFunc("DELETE /v2/droplets/{id}", func(writer http.ResponseWriter, request *http.Request) {
		platform.find(request.PathValue("id")).deleted = true
		writer.WriteHeader(http.StatusNoContent)
	})
	client, err := godo.New(&http.Client{Transport: platform}, godo.SetBaseURL("http://platform/"))
	if err != nil {
		panic(err)
	}
	return godoPeer{client}
}

func (p godoPeer) create(ctx context.Context, name string) (int, error) {
	droplet, response, err := p.client.Droplets.Create(ctx, &godo.DropletCreateRequest{
		Name:   name,
		Region: "eu-1",
		Size:   "small",
		Image:  godo.DropletCreateImage{Slug: "debian-13"},
	})
	if err != nil {
		return 0, err
	}
	return droplet.ID, util.WaitForActive(ctx, p.client, response.Links.Actions[0].HREF)
}

func (p godoPeer) list(ctx context.Context) (int, error) {
	droplets, _, err := p.client.Droplets.List(ctx, &godo.ListOptions{PerPage: 200})
	return len(droplets), err
}

func (p godoPeer) remove(ctx context.Context, id int) error {
	_, err := p.client.Droplets.Delete(ctx, id)
	return err
}

func godoDroplet(machine *machine) object {
	return object{"id": machine.id, "name": machine.name}
}
