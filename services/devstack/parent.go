package main

import (
	"context"
	"os"
	"time"

	"github.com/newsources/newsources/services/devstack/internal/wait"
)

// followParent cancels the run when the parent process has exited, even if it was killed.
func followParent(ctx context.Context, cancel context.CancelCauseFunc) {
	parent := os.Getppid()
	if wait.Until(ctx, time.Second, nil, func() bool { return os.Getppid() != parent }) == nil {
		cancel(context.Canceled)
	}
}
