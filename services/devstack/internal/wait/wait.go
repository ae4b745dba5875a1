// Package wait polls for conditions.
package wait

import (
	"context"
	"errors"
	"time"
)

// ErrExited reports that the process whose condition was awaited has exited.
var ErrExited = errors.New("the process has exited")

// Until calls check at each interval until it returns true. It returns ErrExited when exited is
// closed first (nil = never), and the cause of ctx when ctx is cancelled.
func Until(ctx context.Context, interval time.Duration, exited <-chan struct{}, check func() bool) error {
	ticker := time.NewTicker(interval)
	defer ticker.Stop()
	for !check() {
		select {
		case <-ticker.C:
		case <-exited:
			return ErrExited
		case <-ctx.Done():
			return context.Cause(ctx)
		}
	}
	return nil
}
