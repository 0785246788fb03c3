package peers

import (
	"context"
	"net/http"

	"github.com/linode/linodego"
)

type linodePeer struct{ client *linodego.Client }

func openLinode(platform *platform) peer {
	platform.HandleFunc("POST /v4/linode/instances", func(writer http.ResponseWriter, request *http.Request) {
		answer(writer, http.StatusOK, linodeInstance(platform.boot(request)))
	})
	platform.HandleFunc("GET /v4/linode/instances/{id}", func(writer http.ResponseWriter, request *http.Request) {
		answer(writer, http.StatusOK, linodeInstance(platform.find(request.PathValue("id"))))
	})
	platform.HandleFunc("GET /v4/linode/instances", func(writer http.ResponseWriter, _ *http.Request) {
		instances := []object{}
		for _, machine := range platform.machines {
			instances = append(instances, linodeInstance(machine))
		}
		answer(writer, http.StatusOK, object{"data": instances, "page": 1, "pages": 1, "results": count})
	})
	platform.HandleFunc("DELETE /v4/linode/instances/{id}", func(writer http.ResponseWriter, request *http.Request) {
		platform.find(request.PathValue("id")).deleted = true
		answer(writer, http.StatusOK, object{})
	})
	client := linodego.NewClient(&http.Client{Transport: platform})
	client.SetBaseURL("http://platform")
	return linodePeer{&client}
}

func (p linodePeer) create(ctx context.Context, name string) (int, error) {
	made, err := p.client.CreateInstance(ctx, linodego.InstanceCreateOptions{
		Label:  name,
		Region: "eu-1",
		Type:   "small",
		Image:  "debian13",
	})
	if err != nil {
		return 0, err
	}
	_, err = p.client.WaitForInstanceStatus(ctx, made.ID, linodego.InstanceRunning, 600)
	return made.ID, err
}

func (p linodePeer) list(ctx context.Context) (int, error) {
	instances, err := p.client.ListInstances(ctx, nil)
	return len(instances), err
}

func (p linodePeer) remove(ctx context.Context, id int) error {
	return p.client.DeleteInstance(ctx, id)
}

func linodeInstance(machine *machine) object {
	status := linodego.InstanceProvisioning
	if machine.isReady() {
		status = linodego.InstanceRunning
	}
	return object{"id": machine.id, "label": machine.name, "status": status}
}
