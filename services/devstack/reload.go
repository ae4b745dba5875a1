package main

import (
	"context"
	"errors"
	"io/fs"
	"path/filepath"
	"strings"
	"time"

	"github.com/newsources/newsources/services/devstack/internal/proc"
	"github.com/newsources/newsources/services/devstack/internal/wait"
)

// pollEvery is shorter than the time to switch from the editor to the browser.
const pollEvery = 500 * time.Millisecond

// reload rebuilds the service when its sources change, and restarts it if it compiles.
func (a *api) reload(ctx context.Context) {
	dir := filepath.Join(a.stack.root, apiPackage)
	seen := takeSnapshot(dir)
	_ = wait.Until(ctx, pollEvery, nil, func() bool {
		if now := takeSnapshot(dir); now != seen {
			seen = now
			var exit *exitError // has already been printed
			if err := a.restart(ctx); err != nil && ctx.Err() == nil && !errors.As(err, &exit) {
				progress("%v", err)
			}
		}
		return false // poll until ctx is cancelled
	})
}

func (a *api) restart(ctx context.Context) error {
	started := time.Now()
	if _, err := a.stack.buildAPI(ctx); err != nil {
		return err // the old process keeps running
	}
	for _, p := range []*proc.Process{a.worker, a.process} {
		if p != nil { // the worker does not run if the last start failed
			a.stack.untrack(p)
			p.Stop()
		}
	}
	if err := a.start(ctx); err != nil {
		return err
	}
	progress("API rebuilt and restarted (%.1f s)", time.Since(started).Seconds())
	return a.stack.writeInfo()
}

// snapshot identifies one state of the source files.
type snapshot struct {
	files  int
	latest time.Time
}

// takeSnapshot returns the current state of the service's source files in dir.
func takeSnapshot(dir string) snapshot {
	var s snapshot
	_ = filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || strings.HasSuffix(path, "_test.go") {
			return nil // a file deleted during the walk changes the next snapshot
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
