package main

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"net/url"
	"os"
	"strings"
	"time"

	"github.com/newsources/newsources/services/devstack/internal/port"
	"github.com/newsources/newsources/services/devstack/internal/proc"
	"github.com/newsources/newsources/services/devstack/internal/say"
)

const (
	apiName    = "api"
	apiPackage = "./services/newssources"
)

// startLimit is for a part that lives but doesn't answer. They take seconds, and a minute on a machine that
// does twenty other things; one that can't start ends by itself.
const startLimit = 3 * time.Minute

// api is the service, and what is needed to start it again.
type api struct {
	stack   *stack
	binary  string
	url     *url.URL
	env     []string
	process *proc.Process
}

// buildAPI compiles the service; Go's own cache makes that quick when nothing changed.
func (s *stack) buildAPI(ctx context.Context) (string, error) {
	binary := s.statePath("bin", "newssources")
	cmd := proc.Command(ctx, 0, "go", "build", "-o", binary, apiPackage)
	cmd.Dir = s.root
	if out, err := proc.Output(cmd); err != nil {
		if ctx.Err() != nil {
			return "", ctx.Err()
		}
		return "", fmt.Errorf("the API doesn't compile (%w):\n%s", err, strings.TrimSpace(string(out)))
	}
	return binary, nil
}

// start migrates the database and starts the service.
func (a *api) start(ctx context.Context) error {
	if a.url == nil {
		if err := a.settle(); err != nil {
			return err
		}
	}
	if err := a.migrate(ctx); err != nil {
		return err
	}
	p, err := a.stack.start(proc.Spec{
		Name: apiName, Path: a.binary, Args: []string{"serve"}, Dir: a.stack.root, Env: a.env,
		LogFile: a.stack.logFile("api"), Show: showAPIError, Grace: 30 * time.Second,
	})
	if err != nil {
		return err
	}
	a.process = p
	return awaitAnswer(ctx, p, a.stack.info.Metrics+"/readyz")
}

// settle fixes the addresses and the environment, which stay over restarts.
func (a *api) settle() error {
	s := a.stack
	serve, err := port.Free()
	if err != nil {
		return err
	}
	metrics, err := port.Free()
	if err != nil {
		return err
	}
	xsrf, err := s.secret("xsrf.secret") // made once, so that pages that are open survive a restart
	if err != nil {
		return err
	}
	if s.info.Keys, err = s.secret("credentials.secret"); err != nil { // made once, so that passwords can still be opened
		return err
	}
	s.info.API, s.info.Metrics = local(serve), local(metrics)
	if a.url, err = url.Parse(s.info.API); err != nil {
		return err
	}
	fixed := map[string]string{
		"DATABASE_URL":                s.info.DatabaseURL,
		"LISTEN_ADDR":                 a.url.Host,
		"METRICS_ADDR":                strings.TrimPrefix(s.info.Metrics, "http://"),
		"PRODUCTION":                  "false",
		"FIREBASE_PROJECT_ID":         projectID,
		"FIREBASE_AUTH_EMULATOR_HOST": strings.TrimPrefix(s.info.AuthEmulator, "http://"),
		"XSRF_SECRET":                 xsrf,
		"CREDENTIALS_KEYS":            s.info.Keys,
		"FETCH_LAB":                   s.info.Simulator.DNS,
		"TRUSTED_PROXIES":             "127.0.0.1/32,::1/128",
	}
	usual := map[string]string{ // a person may try others
		"ALLOWED_EMAIL_DOMAINS": "example.org",
		"ADMIN_EMAILS":          demo.Email,
		"DEFAULT_ROLE":          "editor",
		"SHUTDOWN_DELAY":        "0s", // there is no load balancer to tell
	}
	a.env = environment(fixed, usual)
	return nil
}

func local(port int) string { return fmt.Sprintf("http://127.0.0.1:%d", port) }

// environment is ours with the fixed settings over it and the usual ones below it.
func environment(fixed, usual map[string]string) []string {
	env := os.Environ()
	for name, value := range usual {
		if _, set := os.LookupEnv(name); !set {
			env = append(env, name+"="+value)
		}
	}
	for name, value := range fixed {
		env = append(env, name+"="+value) // of two the last one counts
	}
	return env
}

// secret is made when it is asked for the first time, and kept.
func (s *stack) secret(file string) (string, error) {
	path := s.statePath(file)
	secret, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		secret = []byte(rand.Text() + rand.Text())
		err = os.WriteFile(path, secret, 0o600)
	}
	return string(secret), err
}

func (a *api) migrate(ctx context.Context) error {
	cmd := proc.Command(ctx, 0, a.binary, "migrate", "up")
	cmd.Env, cmd.Dir = a.env, a.stack.root
	out, err := proc.Output(cmd)
	if ctx.Err() != nil {
		return ctx.Err()
	}
	log := a.stack.logFile("migrate")
	if writeErr := os.WriteFile(log, out, 0o644); writeErr != nil {
		return writeErr
	}
	if err != nil {
		lines := strings.Split(strings.TrimSpace(string(out)), "\n")
		return say.Errorf("look into "+shorten(log), "the migrations failed (%s)", lines[len(lines)-1])
	}
	return nil
}

// showAPIError shows what the service itself calls an error.
func showAPIError(line string) (string, bool) {
	return line, strings.Contains(line, `"level":"ERROR"`) || strings.HasPrefix(line, "panic:")
}

// awaitAnswer waits until the address answers 200, or the process that should ends.
func awaitAnswer(ctx context.Context, p *proc.Process, address string) error {
	ctx, cancel := context.WithTimeoutCause(ctx, startLimit,
		say.Errorf("look into "+shorten(p.LogFile), "%s isn't ready after %s", p.Name, startLimit))
	defer cancel()
	poll := time.NewTicker(20 * time.Millisecond)
	defer poll.Stop()
	for {
		request, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
		if err != nil {
			return err
		}
		if response, err := http.DefaultClient.Do(request); err == nil {
			_ = response.Body.Close()
			if response.StatusCode == http.StatusOK {
				return nil
			}
		}
		select {
		case <-poll.C:
		case <-p.Done():
			return &deathError{p}
		case <-ctx.Done():
			return context.Cause(ctx)
		}
	}
}
