package discover

import (
	"context"
	"fmt"
	"net/http"
	"runtime"
	"strings"
	"sync"
	"testing"

	"github.com/google/uuid"

	"github.com/newsources/newsources/services/devstack/simulator"
	"github.com/newsources/newsources/services/newssources/internal/platform/identity"
	"github.com/newsources/newsources/services/newssources/internal/reading/fetch"
)

// TestDiscoveriesOfOneMemberLeaveMemoryForOthers lets the sites of one member stall inside large
// bodies. These take at most half of the memory, and give it back while the discoveries go on.
func TestDiscoveriesOfOneMemberLeaveMemoryForOthers(t *testing.T) {
	t.Parallel()
	w := newWorld(t, simulator.Options{})
	stalling := w.serve(t, withFeeds(func(out http.ResponseWriter, r *http.Request) {
		fmt.Fprint(out, large[:len(large)/2])
		_ = http.NewResponseController(out).Flush()
		<-r.Context().Done()
	}))
	honest := w.serve(t, withFeeds(sendLarge))[4]
	as := func(id byte) context.Context {
		return identity.NewContext(t.Context(), identity.Person{ID: uuid.UUID{id}})
	}
	const share, searchesOfOne = bodyMemoryBytes / 2, bodyMemoryBytes/2/maxBodyBytes + 2
	var searches sync.WaitGroup
	var mu sync.Mutex
	var stalled int
	for _, address := range stalling[:searchesOfOne] {
		searches.Go(func() {
			_ = w.finder.Run(as(1), address, func(e Event) {
				if e.Type == Found && e.Candidate.Outcome == string(fetch.Timeout) &&
					strings.Contains(e.Candidate.Detail, "stopped sending") {
					mu.Lock()
					defer mu.Unlock()
					stalled++
				}
			})
		})
	}
	for w.finder.bodyMemory.Held(uuid.UUID{1}) < share { // until the member has its share
		if t.Context().Err() != nil {
			t.Fatal("the stalling bodies reserve no memory")
		}
		runtime.Gosched()
	}
	other := w.discoverAs(as(2), t, honest)
	for _, c := range other.candidates {
		if c.Outcome != string(fetch.OK) {
			t.Errorf("%s: %s %s", c.URL, c.Outcome, c.Detail)
		}
	}
	if held := w.finder.bodyMemory.Held(uuid.UUID{1}); held > share {
		t.Errorf("one member holds %d of %d bytes", held, bodyMemoryBytes)
	}
	searches.Wait()
	if len(other.candidates) != announcedFeeds || stalled == 0 {
		t.Errorf("%d candidates of the other member, %d stalled bodies", len(other.candidates), stalled)
	}
	w.wantMemoryReleased(t)
}
