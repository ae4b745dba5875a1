package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
)

// readyTimeout includes the installation and build of everything on the first run.
const readyTimeout = 5 * time.Minute

// running is a devstack process started by a test.
type running struct {
	cmd    *exec.Cmd
	out    *bytes.Buffer
	state  string
	exited chan error
	info
}

func build(t *testing.T) string {
	t.Helper()
	binary := filepath.Join(t.TempDir(), "devstack")
	if out, err := exec.Command("go", "build", "-o", binary, ".").CombinedOutput(); err != nil {
		t.Fatalf("build: %v: %s", err, out)
	}
	return binary
}

// stateDir returns a temporary directory that other users can access, because the server of root
// runs as nobody.
func stateDir(t *testing.T) string {
	t.Helper()
	dir, err := os.MkdirTemp("", "devstack")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	if err := os.Chmod(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	return dir
}

func launch(t *testing.T, binary, state string, env ...string) *running {
	t.Helper()
	r := &running{cmd: exec.Command(binary, "run"), out: &bytes.Buffer{}, state: state, exited: make(chan error, 1)}
	r.cmd.Env = append(append(os.Environ(), "STATE_DIR="+state, "PORT=0"), env...)
	r.cmd.Stdout, r.cmd.Stderr = r.out, r.out
	if err := r.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	go func() { r.exited <- r.cmd.Wait() }()
	t.Cleanup(func() { _ = r.cmd.Process.Kill() })
	return r
}

// ready waits until devstack.json is written.
func (r *running) ready(t *testing.T) *running {
	t.Helper()
	file := filepath.Join(r.state, "devstack.json")
	deadline, tick := time.After(readyTimeout), time.NewTicker(20*time.Millisecond)
	defer tick.Stop()
	for {
		if text, err := os.ReadFile(file); err == nil {
			if err := json.Unmarshal(text, &r.info); err != nil {
				t.Fatal(err)
			}
			if r.PID == r.cmd.Process.Pid { // otherwise the file is from a killed run
				return r
			}
		}
		select {
		case err := <-r.exited:
			t.Fatalf("exited before it was ready: %v\n%s", err, r.out)
		case <-deadline:
			t.Fatalf("not ready after %s\n%s", readyTimeout, r.out)
		case <-tick.C:
		}
	}
}

// end waits for the process and returns its exit status.
func (r *running) end(t *testing.T) int {
	t.Helper()
	select {
	case err := <-r.exited:
		var exit *exec.ExitError
		if errors.As(err, &exit) {
			return exit.ExitCode()
		}
		return 0
	case <-time.After(time.Minute):
		t.Fatalf("still running after a minute\n%s", r.out)
		return 0
	}
}

// checkCleanup checks that no child process is running, devstack.json is gone and the port is free.
func (r *running) checkCleanup(t *testing.T) {
	t.Helper()
	if len(r.Children) != 5 {
		t.Errorf("children = %v, want postgres, emulator, api, worker and nginx", r.Children)
	}
	for name, pid := range r.Children {
		for deadline := time.Now().Add(20 * time.Second); alive(pid); time.Sleep(10 * time.Millisecond) {
			if time.Now().After(deadline) {
				t.Errorf("%s (pid %d) is still running", name, pid)
				break
			}
		}
	}
	if _, err := os.Stat(filepath.Join(r.state, "devstack.json")); err == nil && r.cmd.ProcessState.Exited() {
		t.Error("devstack.json still exists")
	}
	address, err := url.Parse(r.App)
	if err != nil {
		t.Fatal(err)
	}
	l, err := net.Listen("tcp", "127.0.0.1:"+address.Port())
	if err != nil {
		t.Fatalf("the port is still in use: %v", err)
	}
	_ = l.Close()
}

func alive(pid int) bool {
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err == nil && strings.Contains(string(stat), ") Z ") {
		return false // a zombie that its new parent has not reaped yet
	}
	return syscall.Kill(pid, 0) == nil
}

func (r *running) sql(t *testing.T, query string, before ...string) int {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), r.DatabaseURL)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(t.Context())
	for _, statement := range before {
		if _, err := conn.Exec(t.Context(), statement); err != nil {
			t.Fatal(err)
		}
	}
	var n int
	if err := conn.QueryRow(t.Context(), query).Scan(&n); err != nil {
		t.Fatal(err)
	}
	return n
}

func status(t *testing.T, address string) int {
	t.Helper()
	response, err := http.Get(address)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	return response.StatusCode
}

// roleOf signs in a demo account and returns its role.
func (r *running) roleOf(t *testing.T, email string) string {
	t.Helper()
	token, err := (&stack{info: r.info}).idToken(t.Context(), account{email, password})
	if err != nil {
		t.Fatal(err)
	}
	request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, r.API+"/newssources/session", nil)
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("Accept", "application/json")
	request.Header.Set("Authorization", "Bearer "+token)
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	var session struct{ Role string }
	if err := json.NewDecoder(response.Body).Decode(&session); err != nil {
		t.Fatal(err)
	}
	return session.Role
}

func TestRunStartsStopsAndRecovers(t *testing.T) {
	binary, state := build(t), stateDir(t)

	first := launch(t, binary, state).ready(t)
	for path, want := range map[string]int{"/": 200, "/config.json": 200, "/any/page": 200, "/assets/gone.js": 404,
		"/newssources": 401} {
		if got := status(t, first.App+path); got != want {
			t.Errorf("%s: %d, want %d", path, got, want)
		}
	}
	if info, err := os.Stat(filepath.Join(state, "devstack.json")); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("devstack.json: %v, %v", info.Mode(), err)
	}
	for email, want := range map[string]string{demo.Email: "admin", "editor@example.org": "editor",
		viewerEmail: "viewer", contributorEmail: "contributor"} {
		if got := first.roleOf(t, email); got != want {
			t.Errorf("%s is %s, want %s", email, got, want)
		}
	}
	t.Run("second run in one state directory", func(t *testing.T) {
		second := launch(t, binary, state)
		code := second.end(t)
		want := fmt.Sprintf("devstack is already running: process %d at %s", first.PID, first.App)
		if code != 1 || !strings.Contains(second.out.String(), want) {
			t.Errorf("exit %d: %s", code, second.out)
		}
	})
	t.Run("port in use", func(t *testing.T) {
		address, _ := url.Parse(first.App)
		other := launch(t, binary, stateDir(t), "PORT="+address.Port())
		if code := other.end(t); code != 1 || strings.Count(other.out.String(), "\n") != 1 ||
			!strings.Contains(other.out.String(), "is in use by devstack (pid") {
			t.Errorf("exit %d: %s", code, other.out)
		}
	})
	first.sql(t, "SELECT 1", "CREATE TABLE kept AS SELECT 7 AS n")

	if err := first.cmd.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	if code := first.end(t); code != 0 {
		t.Errorf("Ctrl-C: exit %d\n%s", code, first.out)
	}
	first.checkCleanup(t)

	// The data survives a restart, also after a kill.
	second := launch(t, binary, state).ready(t)
	if n := second.sql(t, "SELECT n FROM kept"); n != 7 {
		t.Errorf("after a restart: %d", n)
	}
	if n := second.sql(t, "SELECT count(*) FROM invitations"); n != 2 { // the viewer and the contributor
		t.Errorf("%d invitations after a restart", n)
	}
	if err := second.cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	second.end(t)

	third := launch(t, binary, state).ready(t)
	second.checkCleanup(t)
	if n := third.sql(t, "SELECT n FROM kept"); n != 7 {
		t.Errorf("after a kill: %d", n)
	}

	// The exit of one part is reported and stops the others.
	if err := syscall.Kill(third.Children["api"], syscall.SIGKILL); err != nil {
		t.Fatal(err)
	}
	if code := third.end(t); code != 1 ||
		!strings.Contains(third.out.String(), "api exited unexpectedly (signal: killed)") {
		t.Errorf("exit %d: %s", code, third.out)
	}
	third.checkCleanup(t)
}
