package fetch

import (
	"fmt"
	"os"
	"runtime"
	"strings"
	"testing"
	"time"
)

// TestMain fails if a request leaks a goroutine.
func TestMain(m *testing.M) {
	code := m.Run()
	if left := leakedGoroutines(10 * time.Second); code == 0 && left != "" {
		fmt.Fprintln(os.Stderr, "leaked goroutines:\n"+left)
		code = 1
	}
	os.Exit(code)
}

// leakedGoroutines waits until the goroutines of this package and of its connections have ended,
// and returns the rest.
func leakedGoroutines(timeout time.Duration) (left string) {
	for deadline := time.Now().Add(timeout); time.Now().Before(deadline); runtime.Gosched() {
		if left = ourGoroutines(); left == "" {
			return ""
		}
	}
	return left
}

func ourGoroutines() string {
	stacks := make([]byte, 1<<20)
	stacks = stacks[:runtime.Stack(stacks, true)]
	var ours []string
	for _, stack := range strings.Split(string(stacks), "\n\n") {
		if strings.Contains(stack, "TestMain") {
			continue
		}
		if strings.Contains(stack, "internal/reading/fetch.") || strings.Contains(stack, "net/http.") ||
			strings.Contains(stack, "net.(*") {
			ours = append(ours, stack)
		}
	}
	return strings.Join(ours, "\n\n")
}
