package fetch

import (
	"context"
	"errors"
	"strconv"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/newsources/newsources/services/newssources/internal/reading/robotstxt"
)

func TestRobotsFilesAreCached(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		loads := 0
		cache := newRobotsCache(func(context.Context, string, Request) (robotsFile, error) {
			loads++
			return robotsFile{text: &robotstxt.File{}, outcome: OK, until: time.Now().Add(time.Hour)}, nil
		}, time.Now)
		for _, wait := range []time.Duration{0, 30 * time.Minute, 29 * time.Minute, time.Minute, time.Minute} {
			time.Sleep(wait)
			_, _ = cache.get(t.Context(), "https://a.test", Request{})
		}
		if loads != 2 {
			t.Errorf("loaded %d times", loads)
		}
		cancelled, cancel := context.WithCancel(t.Context())
		cancel()
		if _, err := cache.get(cancelled, "https://a.test", Request{}); !errors.Is(err, context.Canceled) || loads != 2 {
			t.Errorf("%v for a cancelled request", err)
		}
	})
}

func TestCancelledLoadOfRobotsIsNotCached(t *testing.T) {
	t.Parallel()
	loads := 0
	cache := newRobotsCache(func(context.Context, string, Request) (robotsFile, error) {
		loads++
		if loads == 1 {
			return robotsFile{}, context.Canceled
		}
		return robotsFile{text: &robotstxt.File{}, until: time.Now().Add(time.Hour)}, nil
	}, time.Now)
	for range 3 {
		_, _ = cache.get(t.Context(), "https://a.test", Request{})
	}
	if loads != 2 || len(cache.loading) != 0 {
		t.Errorf("loaded %d times, %d in progress", loads, len(cache.loading))
	}
}

func TestRobotsCacheIsBounded(t *testing.T) {
	t.Parallel()
	for name, rule := range map[string]string{"many": "/", "large": "/" + strings.Repeat("x", 1<<19)} {
		cache := newRobotsCache(func(context.Context, string, Request) (robotsFile, error) {
			text := robotstxt.Parse([]byte("User-agent: *\nDisallow: "+rule), false, "newsources", nil)
			return robotsFile{text: text, until: time.Now().Add(time.Hour)}, nil
		}, time.Now)
		sites := map[string]int{"many": robotsMaxSites + 100, "large": 200}[name]
		for i := range sites {
			_, _ = cache.get(t.Context(), "https://"+strconv.Itoa(i)+".test", Request{})
		}
		cached, size := 0, 0
		for i := range sites {
			if file, ok := cache.files.Get("https://"+strconv.Itoa(i)+".test", time.Now()); ok {
				cached++
				size += file.text.Size()
			}
		}
		if cached > robotsMaxSites || size > robotsMaxTotal || cached < 50 {
			t.Errorf("%s: %d files, %d bytes", name, cached, size)
		}
	}
}
