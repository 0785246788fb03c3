// Package peers counts the requests of the clients that other providers are made of.
package peers

import (
	"context"
	"encoding/json"
	"fmt"
	"sync"
	"testing"
	"testing/synctest"
)

// A peer makes machines as a provider on it does: each one by itself, all at the same time.
type peer interface {
	// create makes a machine and waits until it runs.
	create(ctx context.Context, name string) (id int, err error)
	list(ctx context.Context) (count int, err error)
	// remove asks for a deletion, whose end is not waited for.
	remove(ctx context.Context, id int) error
}

type phases struct {
	Create int `json:"create"`
	List   int `json:"list"`
	Delete int `json:"delete"`
}

var peers = []struct {
	name string
	open func(*platform) peer
}{
	{"hcloud-go", openHcloud},
	{"godo", openGodo},
	{"linodego", openLinode},
}

func TestPeers(t *testing.T) {
	for _, each := range peers {
		synctest.Test(t, func(t *testing.T) {
			counted, err := countOf(each.open)
			if err != nil {
				t.Fatal(each.name, err)
			}
			report(each.name, counted)
		})
	}
}

func countOf(open func(*platform) peer) (phases, error) {
	ctx := context.Background()
	platform := &platform{}
	client := open(platform)
	ids := make([]int, count)
	if err := atOnce(func(at int) (err error) {
		ids[at], err = client.create(ctx, fmt.Sprintf("job-%d", at))
		return err
	}); err != nil {
		return phases{}, err
	}
	created := platform.requests
	if listed, err := client.list(ctx); err != nil || listed != count {
		return phases{}, fmt.Errorf("listed %d: %w", listed, err)
	}
	listed := platform.requests
	if err := atOnce(func(at int) error { return client.remove(ctx, ids[at]) }); err != nil {
		return phases{}, err
	}
	if left := platform.left(); left > 0 {
		return phases{}, fmt.Errorf("%d are left", left)
	}
	return phases{created, listed - created, platform.requests - listed}, nil
}

func atOnce(work func(at int) error) error {
	errs := make(chan error, count)
	var all sync.WaitGroup
	for at := range count {
		all.Go(func() { errs <- work(at) })
	}
	all.Wait()
	close(errs)
	for err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}

// report prints one line of JSON for bench/peers.bench.ts.
func report(name string, requests phases) {
	line, err := json.Marshal(map[string]any{"name": name, "requests": requests})
	if err != nil {
		panic(err)
	}
	fmt.Println(string(line))
}
