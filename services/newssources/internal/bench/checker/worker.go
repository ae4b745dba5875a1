package checker

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"syscall"
)

// worker is a running `newssources work`.
type worker struct {
	cmd *exec.Cmd
	pid int
}

func startWorker(binary, database, dns string, concurrency int) (*worker, error) {
	cmd := exec.Command(binary, "work")
	cmd.Env = []string{
		"PATH=" + os.Getenv("PATH"), "DATABASE_URL=" + database, "METRICS_ADDR=127.0.0.1:0", "PRODUCTION=false",
		"FETCH_LAB=" + dns, "CHECK_HOST_INTERVAL=0s",
		"CHECK_CANARIES=none", "CHECK_MIN_INTERVAL=12h", "CHECK_CONCURRENCY=" + strconv.Itoa(concurrency), "LOG_LEVEL=info",
	}
	cmd.Stderr = os.Stderr
	log, err := cmd.StdoutPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		return nil, err
	}
	lines := bufio.NewScanner(log)
	for lines.Scan() {
		var line struct{ Msg string }
		if json.Unmarshal(lines.Bytes(), &line) == nil && line.Msg == "checking endpoints" {
			go func() { _, _ = io.Copy(io.Discard, log) }()
			return &worker{cmd, cmd.Process.Pid}, nil
		}
	}
	return nil, errors.New("the worker ended before it checked endpoints")
}

func (w *worker) stop() {
	_ = w.cmd.Process.Signal(syscall.SIGTERM)
	_ = w.cmd.Wait()
}

// peakMemory returns the largest resident memory of the process so far, in MB.
func (w *worker) peakMemory() float64 {
	data, _ := os.ReadFile(fmt.Sprintf("/proc/%d/status", w.pid))
	for line := range strings.SplitSeq(string(data), "\n") {
		if rest, found := strings.CutPrefix(line, "VmHWM:"); found {
			kilobytes, _ := strconv.Atoi(strings.TrimSuffix(strings.TrimSpace(rest), " kB"))
			return float64(kilobytes) / 1000
		}
	}
	return 0
}

func build(ctx context.Context, binary string) error {
	cmd := exec.CommandContext(ctx, "go", "build", "-o", binary, "./services/newssources")
	cmd.Stderr = os.Stderr
	return cmd.Run()
}
