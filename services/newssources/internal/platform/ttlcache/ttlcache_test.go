package ttlcache

import (
	"testing"
	"time"
)

func TestEntriesExpire(t *testing.T) {
	t.Parallel()
	now := time.Now()
	c := New[string, int](10)
	c.Put("a", 1, now, now.Add(time.Minute))
	c.Put("expired", 1, now, now)
	for _, test := range []struct {
		key  string
		age  time.Duration
		want bool
	}{
		{"a", 0, true}, {"a", time.Minute - 1, true}, {"a", time.Minute, false}, {"expired", 0, false}, {"unknown", 0, false},
	} {
		if _, ok := c.Get(test.key, now.Add(test.age)); ok != test.want {
			t.Errorf("%s after %s: %t", test.key, test.age, ok)
		}
	}
}

func TestNumberOfEntriesIsBounded(t *testing.T) {
	t.Parallel()
	now := time.Now()
	c := New[int, int](100)
	for i := range 1000 {
		c.Put(i, i, now, now.Add(time.Minute))
		if got, ok := c.Get(i, now); !ok || got != i {
			t.Fatalf("the entry %d is missing", i)
		}
		if n := len(c.entries); n > 100 {
			t.Fatalf("%d entries", n)
		}
	}
}

func TestCostIsBounded(t *testing.T) {
	t.Parallel()
	now := time.Now()
	c := NewWithCost[int](1000, 100, func(v int) int { return v })
	for i := range 500 {
		c.Put(i%70, 1+i%9, now, now.Add(time.Minute))
		sum := 0
		for _, e := range c.entries {
			sum += e.value
		}
		if sum != c.total || sum > 100 {
			t.Fatalf("after %d: cost %d, recorded %d", i, sum, c.total)
		}
	}
	c.Put(-1, 101, now, now.Add(time.Minute))
	if _, ok := c.Get(-1, now); ok {
		t.Error("an entry above the maximum cost is stored")
	}
}

func TestExpiredEntriesAreEvictedFirst(t *testing.T) {
	t.Parallel()
	now := time.Now()
	c := New[int, int](100)
	for i := range 100 {
		lifetime := time.Hour
		if i >= 50 {
			lifetime = time.Second
		}
		c.Put(i, i, now, now.Add(lifetime))
	}
	now = now.Add(time.Minute)
	c.Put(100, 100, now, now.Add(time.Hour))
	for i := range 50 {
		if _, ok := c.Get(i, now); !ok {
			t.Errorf("the unexpired entry %d was evicted", i)
		}
	}
}
