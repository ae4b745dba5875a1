package fetch

import "testing"

func TestConnectionsAreReused(t *testing.T) {
	t.Parallel()
	c, site := newClient(t, Config{}), serve(t, "outlet.test", page("hello"))
	for i, want := range []struct{ close, isReused bool }{{false, false}, {false, true}, {true, true}, {true, false},
		{true, false}} {
		r := c.Get(t.Context(), Request{URL: site, SkipRobots: true, CloseConnection: want.close})
		if r.Outcome != OK || r.Reused != want.isReused {
			t.Errorf("request %d: %s, reused: %t", i, r.Outcome, r.Reused)
		}
	}
}
