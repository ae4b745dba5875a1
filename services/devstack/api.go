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
	"os/exec"
	"strings"
	"time"

	"github.com/newsources/newsources/services/devstack/internal/port"
	"github.com/newsources/newsources/services/devstack/internal/proc"
	"github.com/newsources/newsources/services/devstack/internal/usererror"
	"github.com/newsources/newsources/services/devstack/internal/wait"
)

const (
	apiName    = "api"
	apiPackage = "./services/newssources"
)

// startTimeout limits how long a running process may take to become ready. It normally takes
// seconds, but a minute on a busy machine; a process that fails to start exits before that.
const startTimeout = 3 * time.Minute

// api runs the service and keeps what a restart needs.
type api struct {
	stack   *stack
	binary  string
	url     *url.URL
	env     []string
	process *proc.Process
	worker  *proc.Process
}

// buildAPI compiles the service and returns the path of its binary. Go's build cache makes repeated
// builds fast.
func (s *stack) buildAPI(ctx context.Context) (string, error) {
	defer startStep("building the service")()
	binary := s.statePath("bin", "newssources")
	cmd := proc.Command(ctx, 0, "go", "build", "-o", binary, apiPackage)
	cmd.Dir = s.root
	return binary, runBuild(ctx, cmd, "the API does not compile")
}

// runBuild runs a build command. Its error consists of the failure text and the output of the
// command.
func runBuild(ctx context.Context, cmd *exec.Cmd, failure string) error {
	out, err := proc.Output(cmd)
	if err == nil || ctx.Err() != nil {
		return ctx.Err()
	}
	return fmt.Errorf("%s (%w):\n%s", failure, err, strings.TrimSpace(string(out)))
}

// start migrates the database and starts the service and its worker.
func (a *api) start(ctx context.Context) error {
	if a.url == nil {
		if err := a.configure(); err != nil {
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
	if err := waitForOK(ctx, p, a.stack.info.Metrics+"/readyz"); err != nil {
		return err
	}
	return a.startWorker(ctx)
}

// configure chooses the addresses and the environment, which stay the same across restarts.
func (a *api) configure() error {
	s := a.stack
	serve, err := port.Free()
	if err != nil {
		return err
	}
	metrics, err := port.Free()
	if err != nil {
		return err
	}
	xsrf, err := s.secret("xsrf.secret") // kept, so that open pages stay valid after a restart
	if err != nil {
		return err
	}
	// Kept, so that stored credentials can still be decrypted.
	if s.info.Keys, err = s.secret("credentials.secret"); err != nil {
		return err
	}
	s.info.API, s.info.Metrics = loopbackURL(serve), loopbackURL(metrics)
	if a.url, err = url.Parse(s.info.API); err != nil {
		return err
	}
	overrides := map[string]string{
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
	defaults := map[string]string{ // the caller's environment may override these
		"ALLOWED_EMAIL_DOMAINS": "example.org",
		"ADMIN_EMAILS":          demo.Email,
		"DEFAULT_ROLE":          "editor",
		"SHUTDOWN_DELAY":        "0s", // no load balancer has to notice the shutdown
		"SMTP_URL":              "smtp://" + s.info.Inbox.SMTP + "?tls=none",
		"MAIL_FROM":             "News Sources <alerts@example.org>",
		"APP_URL":               s.info.App,
		"WEBSUB_CALLBACK_URL":   s.info.API,
	}
	// A person does not wait for alerts. The other options shorten the evidence that suggestions need.
	options := []string{"sample_list=" + s.sampleList(), "alert_interval=5s"}
	if s.fresh { // a test causes the sightings itself, and does not wait for the pauses between requests to a site
		defaults["CHECK_HOST_INTERVAL"] = "50ms"
		options = append(options, "review_interval=2s", "moved_sightings=2", "moved_time=1s", "setting_checks=2",
			"setting_time=1s", "rights_interval=2s", "robots_time=1s")
	} else { // a moved feed is suggested within minutes, and a changed robots.txt is read; see also startWorker
		options = append(options, "review_interval=10s", "moved_sightings=3", "moved_time=1m", "setting_checks=3",
			"setting_time=2m",
			"duplicate_time=3m", "archive_time=10m", "replace_time=1m", "probation_time=3m",
			"rights_interval=10s", "robots_time=30s")
		// The simulated sites settle within minutes. The worker, which inherits these settings, obeys
		// them too.
		defaults["CHECK_MIN_INTERVAL"], defaults["CHECK_MAX_INTERVAL"] = "15s", "2m"
	}
	defaults["LAB_OPTIONS"] = strings.Join(options, ",")
	a.env = environment(overrides, defaults)
	return nil
}

func loopbackURL(port int) string { return fmt.Sprintf("http://127.0.0.1:%d", port) }

// environment returns this process's environment, completed by defaults and overridden by
// overrides.
func environment(overrides, defaults map[string]string) []string {
	env := os.Environ()
	for name, value := range defaults {
		if _, set := os.LookupEnv(name); !set {
			env = append(env, name+"="+value)
		}
	}
	for name, value := range overrides {
		env = append(env, name+"="+value) // the last value of a name wins
	}
	return env
}

// secret returns the secret stored in the file of the state directory, and generates it on first
// use.
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
	defer startStep("migrating the database")()
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
		return usererror.New("see "+shorten(log), "the database migration failed (%s)", lines[len(lines)-1])
	}
	return nil
}

// showAPIError selects the log lines of level ERROR and panics.
func showAPIError(line string) (string, bool) {
	return line, strings.Contains(line, `"level":"ERROR"`) || strings.HasPrefix(line, "panic:")
}

// waitForOK waits until the address answers 200, and fails when the process exits first.
func waitForOK(ctx context.Context, p *proc.Process, address string) error {
	ctx, cancel := context.WithTimeoutCause(ctx, startTimeout,
		usererror.New("see "+shorten(p.LogFile), "%s is not ready after %s", p.Name, startTimeout))
	defer cancel()
	err := wait.Until(ctx, 20*time.Millisecond, p.Done(), func() bool {
		request, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
		if err != nil {
			return false
		}
		response, err := http.DefaultClient.Do(request)
		if err != nil {
			return false
		}
		_ = response.Body.Close()
		return response.StatusCode == http.StatusOK
	})
	if errors.Is(err, wait.ErrExited) {
		return &exitError{p}
	}
	return err
}
