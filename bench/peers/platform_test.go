package peers

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"sync"
	"time"
)

const (
	count    = 50
	bootTime = 30 * time.Second
	latency  = 100 * time.Millisecond
)

// A platform that answers in the form one client expects, in the same process. The clients run in
// virtual time, so nothing of them is changed: they poll at the intervals they are made with.
type platform struct {
	http.ServeMux
	mutex    sync.Mutex
	requests int
	machines []*machine
}

type machine struct {
	id      int
	name    string
	readyAt time.Time
	deleted bool
}

// RoundTrip answers a request without a socket, because virtual time stands still while one is waited for.
func (p *platform) RoundTrip(request *http.Request) (*http.Response, error) {
	time.Sleep(latency)
	p.mutex.Lock()
	defer p.mutex.Unlock()
	p.requests++
	recorder := httptest.NewRecorder()
	p.ServeHTTP(recorder, request)
	response := recorder.Result()
	response.Request = request
	return response, nil
}

func (p *platform) boot(request *http.Request) *machine {
	var body struct{ Name, Label string }
	if err := json.NewDecoder(request.Body).Decode(&body); err != nil {
		panic(err)
	}
	made := &machine{
		id:      len(p.machines) + 1,
		name:    body.Name + body.Label,
		readyAt: time.Now().Add(bootTime),
	}
	p.machines = append(p.machines, made)
	return made
}

func (p *platform) find(id string) *machine {
	for _, machine := range p.machines {
		if fmt.Sprint(machine.id) == id && !machine.deleted {
			return machine
		}
	}
	return nil
}

func (p *platform) left() int {
	left := 0
	for _, machine := range p.machines {
		if !machine.deleted {
			left++
		}
	}
	return left
}

func (m *machine) isReady() bool { return !time.Now().Before(m.readyAt) }

type object = map[string]any

func answer(writer http.ResponseWriter, status int, body any) {
	writer.Header().Set("Content-Type", "application/json")
	writer.WriteHeader(status)
	if err := json.NewEncoder(writer).Encode(body); err != nil {
		panic(err)
	}
}
