package fetch

import (
	"fmt"
	"os"
	"runtime"
	"strings"
	"testing"
	"time"
)

// TestMain fails when a request left a goroutine behind.
func TestMain(m *testing.M) {
	code := m.Run()
	if left := leftGoroutines(10 * time.Second); code == 0 && left != "" {
		fmt.Fprintln(os.Stderr, "goroutines are left behind:\n"+left)
		code = 1
	}
	os.Exit(code)
}

// leftGoroutines waits until those of this package and of its connections are gone.
func leftGoroutines(generousTimeout time.Duration) (left string) {
	for deadline := time.Now().Add(generousTimeout); time.Now().Before(deadline); runtime.Gosched() {
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
		if strings.Contains(stack, "internal/fetch.") || strings.Contains(stack, "net/http.") || strings.Contains(stack, "net.(*") {
			ours = append(ours, stack)
		}
	}
	return strings.Join(ours, "\n\n")
}
