package ratelimit

import (
	"testing"
	"testing/synctest"
	"time"
)

func TestEachKeyHasItsOwnLimit(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := New[string](2, 3, 100)
		for i := range 4 {
			if got := l.Allow("a"); got != (i < 3) {
				t.Errorf("event %d of a burst: %t", i, got)
			}
		}
		if !l.Allow("b") {
			t.Error("another key is limited")
		}
		time.Sleep(400 * time.Millisecond)
		if l.Allow("a") {
			t.Error("more than two events a second are allowed")
		}
		time.Sleep(100 * time.Millisecond)
		if !l.Allow("a") {
			t.Error("fewer than two events a second are allowed")
		}
		time.Sleep(time.Hour)
		for i := range 4 {
			if got := l.Allow("a"); got != (i < 3) {
				t.Errorf("event %d of the next burst: %t", i, got)
			}
		}
	})
}

func TestDelaySpacesEventsAboveTheLimit(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := New[string](10, 2, 100)
		for i, want := range []int64{0, 0, 100, 200, 250, 250} {
			if got := l.Delay("a", 250*time.Millisecond).Round(time.Millisecond).Milliseconds(); got != want {
				t.Errorf("event %d: %d ms", i, got)
			}
		}
		if got := l.Delay("b", time.Second); got != 0 {
			t.Errorf("another key: %s", got)
		}
	})
}

func TestSpentKeyRecovers(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := New[string](100, 500, 100)
		l.Spend("a", 400)
		if l.IsSpent("a") {
			t.Error("spent below the limit")
		}
		l.Spend("a", 1000) // counts as a burst
		if !l.IsSpent("a") || l.IsSpent("b") {
			t.Error("the key is not spent, or another one is")
		}
		time.Sleep(3900 * time.Millisecond)
		if !l.IsSpent("a") {
			t.Error("it recovered too early")
		}
		time.Sleep(200 * time.Millisecond)
		if l.IsSpent("a") {
			t.Error("it did not recover")
		}
	})
}
