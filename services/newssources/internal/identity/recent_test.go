package identity

import (
	"testing"
	"time"
)

func TestRecentForgets(t *testing.T) {
	t.Parallel()
	now := time.Now()
	r := newRecent[string, int](10)
	r.put("a", 1, now, now.Add(time.Minute))
	r.put("past", 1, now, now)
	for _, c := range []struct {
		key  string
		at   time.Duration
		want bool
	}{
		{"a", 0, true}, {"a", time.Minute - 1, true}, {"a", time.Minute, false}, {"past", 0, false}, {"b", 0, false},
	} {
		if _, ok := r.get(c.key, now.Add(c.at)); ok != c.want {
			t.Errorf("%s after %s: %t", c.key, c.at, ok)
		}
	}
}

func TestRecentStaysBounded(t *testing.T) {
	t.Parallel()
	now := time.Now()
	r := newRecent[int, int](100)
	for i := range 1000 {
		r.put(i, i, now, now.Add(time.Minute))
		if got, ok := r.get(i, now); !ok || got != i {
			t.Fatalf("%d isn't remembered", i)
		}
		if n := len(r.entries); n > 100 {
			t.Fatalf("%d entries", n)
		}
	}
}

func TestRecentDropsThePastFirst(t *testing.T) {
	t.Parallel()
	now := time.Now()
	r := newRecent[int, int](100)
	for i := range 100 {
		until := time.Hour
		if i >= 50 {
			until = time.Second
		}
		r.put(i, i, now, now.Add(until))
	}
	now = now.Add(time.Minute)
	r.put(100, 100, now, now.Add(time.Hour))
	for i := range 50 {
		if _, ok := r.get(i, now); !ok {
			t.Errorf("%d is forgotten", i)
		}
	}
}
