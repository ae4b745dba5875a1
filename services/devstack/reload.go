package main

import (
	"context"
	"errors"
	"io/fs"
	"path/filepath"
	"strings"
	"time"
)

// A person saves a file and looks at the browser: half a second isn't noticed, and stat is cheap.
const pollEvery = 500 * time.Millisecond

// reload builds the service again when its sources change, and starts it when it compiles.
func (a *api) reload(ctx context.Context) {
	dir := filepath.Join(a.stack.root, apiPackage)
	seen := newest(dir)
	tick := time.NewTicker(pollEvery)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		now := newest(dir)
		if now == seen {
			continue
		}
		seen = now
		var death *deathError // which has been shown
		if err := a.restart(ctx); err != nil && ctx.Err() == nil && !errors.As(err, &death) {
			progress("%v", err)
		}
	}
}

func (a *api) restart(ctx context.Context) error {
	started := time.Now()
	if _, err := a.stack.buildAPI(ctx); err != nil {
		return err // the one that runs goes on
	}
	a.stack.release(a.process)
	a.process.Stop()
	if err := a.start(ctx); err != nil {
		return err
	}
	progress("the API is new (%.1f s)", time.Since(started).Seconds())
	return a.stack.announce()
}

// snapshot tells one state of the sources from another.
type snapshot struct {
	files  int
	latest time.Time
}

func newest(dir string) snapshot {
	var s snapshot
	_ = filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || strings.HasSuffix(path, "_test.go") {
			return nil // a file that has just gone is seen next time
		}
		switch filepath.Ext(path) {
		case ".go", ".sql", ".yaml", ".opml", ".json":
			if info, err := entry.Info(); err == nil {
				s.files++
				if info.ModTime().After(s.latest) {
					s.latest = info.ModTime()
				}
			}
		}
		return nil
	})
	return s
}
