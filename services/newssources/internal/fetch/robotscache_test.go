package fetch

import (
	"context"
	"strconv"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

func TestRobotsAreRemembered(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		loads := 0
		cache := newRobotsCache(func(context.Context, string) (robotsFile, bool) {
			loads++
			return robotsFile{outcome: OK, until: time.Now().Add(time.Hour)}, true
		})
		for _, wait := range []time.Duration{0, 30 * time.Minute, 29 * time.Minute, time.Minute, time.Minute} {
			time.Sleep(wait)
			cache.of(t.Context(), "https://a.test")
		}
		if loads != 2 {
			t.Errorf("loaded %d times", loads)
		}
		ended, cancel := context.WithCancel(t.Context())
		cancel()
		if file := cache.of(ended, "https://a.test"); file.outcome != Cancelled || loads != 2 {
			t.Errorf("%+v after the caller left", file)
		}
	})
}

// What was not loaded, because the caller left, isn't remembered.
func TestRobotsThatWereNotLoaded(t *testing.T) {
	t.Parallel()
	loads := 0
	cache := newRobotsCache(func(context.Context, string) (robotsFile, bool) {
		loads++
		return robotsFile{until: time.Now().Add(time.Hour)}, loads > 1
	})
	for range 3 {
		cache.of(t.Context(), "https://a.test")
	}
	if loads != 2 || len(cache.files) != 1 || len(cache.asked) != 0 {
		t.Errorf("loaded %d times; %d remembered, %d under way", loads, len(cache.files), len(cache.asked))
	}
}

func TestRobotsCacheIsBounded(t *testing.T) {
	t.Parallel()
	for name, rule := range map[string]string{"many": "/", "large": "/" + strings.Repeat("x", 1<<19)} {
		cache := newRobotsCache(func(context.Context, string) (robotsFile, bool) {
			return robotsFile{rules: robotsRules{rules: []robotsRule{{rule, false}}}, until: time.Now().Add(time.Hour)}, true
		})
		sites := map[string]int{"many": robotsMaxSites + 100, "large": 200}[name]
		for i := range sites {
			cache.of(t.Context(), "https://"+strconv.Itoa(i)+".test")
		}
		size := 0
		for _, file := range cache.files {
			size += file.rules.size()
		}
		if len(cache.files) > robotsMaxSites || cache.total > robotsMaxTotal || size != cache.total || len(cache.files) < 50 {
			t.Errorf("%s: %d files, %d bytes, counted %d", name, len(cache.files), size, cache.total)
		}
	}
}
