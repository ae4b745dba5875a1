package ratelimit

import (
	"testing"
	"time"
)

func TestEachKeyHasItsOwnLimit(t *testing.T) {
	t.Parallel()
	l, now := New[string](2, 3, 100), time.Now()
	for i := range 4 {
		if got := l.allowAt("a", now); got != (i < 3) {
			t.Errorf("event %d of a burst: %t", i, got)
		}
	}
	if !l.allowAt("b", now) {
		t.Error("another key is limited")
	}
	if l.allowAt("a", now.Add(400*time.Millisecond)) || !l.allowAt("a", now.Add(500*time.Millisecond)) {
		t.Error("the rate is not two events a second")
	}
	for i := range 4 {
		if got := l.allowAt("a", now.Add(time.Hour)); got != (i < 3) {
			t.Errorf("event %d of the next burst: %t", i, got)
		}
	}
}
