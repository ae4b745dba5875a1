package main

import (
	"context"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/newsources/newsources/services/devstack/internal/port"
	"github.com/newsources/newsources/services/devstack/internal/proc"
	"github.com/newsources/newsources/services/devstack/internal/usererror"
)

// startNginx runs nginx with the configuration templates of the container image.
func (s *stack) startNginx(ctx context.Context, values settings) (http.Handler, error) {
	nginx, err := exec.LookPath("nginx")
	if err != nil {
		return nil, usererror.New("install it (Debian: apt-get install nginx-light; macOS: brew install nginx) or use "+
			"--web go", "nginx was not found on PATH")
	}
	number, err := port.Free()
	if err != nil {
		return nil, err
	}
	values.values["NGINX_LISTEN"] = "127.0.0.1:" + strconv.Itoa(number)
	values.values["NGINX_LISTEN_IPV6"] = "" // derived from the default port, which another program may use
	prefix := s.statePath("nginx")
	if err := values.render(prefix); err != nil {
		return nil, err
	}
	args := []string{"-e", "stderr", "-p", prefix, "-c", "nginx.conf"}
	if os.Geteuid() == 0 {
		args = append(args, "-g", "user root;") // nginx's default user may lack access to the repository
	}
	return s.startProxied(ctx, number, "/web-healthz", proc.Spec{
		Name: "nginx", Path: nginx, Args: args, LogFile: s.logFile("nginx"), Show: showNginxError,
	})
}

// render fills in every template and writes the results to the folder.
func (s settings) render(folder string) error {
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return err
	}
	templates, err := filepath.Glob(filepath.Join(s.dir, "*.template"))
	if err != nil {
		return err
	}
	for _, template := range templates {
		name := filepath.Base(template)
		text, err := s.fill(name)
		if err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(folder, strings.TrimSuffix(name, ".template")), []byte(text),
			0o644); err != nil {
			return err
		}
	}
	return nil
}

// showNginxError selects the log lines of level error and above.
func showNginxError(line string) (string, bool) {
	for _, level := range []string{"[emerg] ", "[alert] ", "[crit] ", "[error] "} {
		if _, text, ok := strings.Cut(line, level); ok {
			return text, true
		}
	}
	return "", false
}
