package nginx_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// server is a running nginx. It listens on a Unix socket in its prefix, so that parallel tests need
// no ports.
type server struct {
	prefix  string
	client  *http.Client
	process *exec.Cmd
}

// answer is a response whose body has been read.
type answer struct {
	*http.Response
	body string
}

// start renders the templates with env and runs nginx, as user nobody if the test runs as root. It
// listens on a Unix socket, unless env sets the port NGINX_LISTEN.
func start(t *testing.T, env map[string]string) *server {
	t.Helper()
	for _, program := range []string{"nginx", "envsubst"} {
		if _, err := exec.LookPath(program); err != nil {
			t.Fatalf("%s is missing: install it (Debian: apt-get install nginx-light gettext-base; macOS: brew install nginx "+
				"gettext)", program)
		}
	}
	root := site(t)
	// The path of t.TempDir is too long for a socket, and other users cannot access it.
	prefix, err := os.MkdirTemp("", "web")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(prefix) })
	network, address := "unix", filepath.Join(prefix, "socket")
	if port := env["NGINX_LISTEN"]; port != "" {
		network, address = "tcp", "127.0.0.1:"+port
	}
	if log, err := render(t, prefix, map[string]string{"NGINX_LISTEN": "unix:" + address, "NGINX_ROOT": root},
		env); err != nil {
		t.Fatalf("render.sh: %v: %s", err, log)
	}

	// A log file, because workers of a killed nginx would keep a pipe open.
	log, err := os.Create(filepath.Join(prefix, "error.log"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = log.Close() })
	web := &server{prefix: prefix}
	web.process = exec.Command("nginx", "-e", "stderr", "-p", prefix, "-c", "nginx.conf")
	web.process.Stdout, web.process.Stderr = log, log
	if os.Getuid() == 0 {
		const nobody = 65534
		if err := os.Chown(prefix, nobody, nobody); err != nil {
			t.Fatal(err)
		}
		web.process.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: nobody, Gid: nobody}}
	}
	if err := web.process.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- web.process.Wait() }()
	// Kill would leave the workers running.
	t.Cleanup(func() { _ = web.process.Process.Signal(syscall.SIGTERM); <-ended })

	transport := &http.Transport{DisableCompression: true,
		DialContext: func(ctx context.Context, _, _ string) (net.Conn, error) {
			return (&net.Dialer{}).DialContext(ctx, network, address)
		}}
	web.client = &http.Client{Transport: transport, Timeout: 10 * time.Second}
	t.Cleanup(transport.CloseIdleConnections)

	deadline := time.After(10 * time.Second)
	for tick := time.NewTicker(10 * time.Millisecond); ; {
		connection, err := net.Dial(network, address)
		if err == nil {
			_ = connection.Close()
			tick.Stop()
			return web
		}
		select {
		case err := <-ended:
			ended <- err
			t.Fatalf("nginx ended: %v: %s", err, web.read(t, "error.log"))
		case <-deadline:
			t.Fatalf("nginx does not answer: %v: %s", err, web.read(t, "error.log"))
		case <-tick.C:
		}
	}
}

// stop shuts nginx down gracefully, and returns its access log.
func (s *server) stop(t *testing.T) string {
	t.Helper()
	s.client.CloseIdleConnections()
	if err := s.process.Process.Signal(syscall.SIGQUIT); err != nil {
		t.Fatal(err)
	}
	for tick, deadline := time.NewTicker(10*time.Millisecond), time.After(10*time.Second); ; {
		if _, err := os.Stat(filepath.Join(s.prefix, "nginx.pid")); os.IsNotExist(err) {
			tick.Stop()
			return s.read(t, "access.log")
		}
		select {
		case <-deadline:
			t.Fatal("nginx does not stop")
		case <-tick.C:
		}
	}
}

// read returns the content of a file in the prefix.
func (s *server) read(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(s.prefix, name))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func (s *server) get(t *testing.T, path string, header map[string]string) answer {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, "http://web"+path, nil)
	if err != nil {
		t.Fatal(err)
	}
	for name, value := range header {
		request.Header.Set(name, value)
	}
	return s.do(t, request)
}

func (s *server) do(t *testing.T, request *http.Request) answer {
	t.Helper()
	response, err := s.client.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = response.Body.Close() }()
	body, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	return answer{response, string(body)}
}

// render runs render.sh with only PATH and the settings in its environment.
func render(t *testing.T, prefix string, settings ...map[string]string) (string, error) {
	t.Helper()
	command := exec.CommandContext(t.Context(), "sh", "render.sh", prefix)
	command.Env = []string{"PATH=" + os.Getenv("PATH")}
	for _, set := range settings {
		for name, value := range set {
			command.Env = append(command.Env, name+"="+value)
		}
	}
	output, err := command.CombinedOutput()
	return string(output), err
}

// site writes a folder like a build of the app, with files that must not be served: hidden files, a
// config.json, and precompressed copies with different content.
func site(t *testing.T) string {
	t.Helper()
	root, err := os.MkdirTemp("", "site")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(root) })
	for name, text := range map[string]string{
		"index.html":                   "<!doctype html><title>the app</title>" + strings.Repeat("<p>text</p>", 200),
		"favicon.svg":                  "<svg/>",
		".env":                         "SECRET=1",
		"config.json":                  `{"stale":true}`,
		"config.json.gz":               compressed(`{"stale":true}`),
		"assets/index-B4xW91.js":       "console.log(1)",
		"assets/index-B4xW91.js.gz":    compressed("precompressed"),
		"br/assets/index-B4xW91.js":    "Brotli",
		"assets/plain-1.css":           "/* plain css */" + strings.Repeat("a{color:red}", 200),
		"assets/font-C0ffee.woff2":     "font",
		"assets/.vite/manifest.json":   "{}",
		"assets/only-precompressed.gz": compressed("x"),
	} {
		path := filepath.Join(root, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Chmod(root, 0o755); err != nil {
		t.Fatal(err)
	}
	return root
}

func compressed(text string) string {
	var buffer bytes.Buffer
	writer := gzip.NewWriter(&buffer)
	_, _ = writer.Write([]byte(text))
	_ = writer.Close()
	return buffer.String()
}
