package main

import (
	"context"
	"os"
	"time"
)

// followParent ends the run when the program that started it is gone, which can't say so when it is killed.
func followParent(ctx context.Context, cancel context.CancelCauseFunc) {
	parent := os.Getppid()
	tick := time.NewTicker(time.Second)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		if os.Getppid() != parent {
			cancel(context.Canceled)
			return
		}
	}
}
