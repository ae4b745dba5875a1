package bench

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/newsources/newsources/services/newssources/internal/platform/identity"
	"github.com/newsources/newsources/services/newssources/internal/platform/identity/identitytest"
)

const program = "./services/newssources"

// Service is a running `newssources serve` in production mode, which verifies signed tokens.
type Service struct {
	URL, Probes string
	PID         int

	cmd    *exec.Cmd
	folder string
	keys   *keyServer
}

// StartService builds and starts the service with changes of its environment, such as
// "DB_MAX_CONNS=4".
func StartService(ctx context.Context, database string, changes ...string) (*Service, error) {
	folder, err := os.MkdirTemp("", "newssources-bench-")
	if err != nil {
		return nil, err
	}
	s := &Service{folder: folder}
	binary := filepath.Join(folder, "newssources")
	build := exec.CommandContext(ctx, "go", "build", "-o", binary, program)
	build.Stderr = os.Stderr
	if err := build.Run(); err != nil {
		s.Stop()
		return nil, fmt.Errorf("building %s: %w", program, err)
	}
	if s.keys, err = startKeyServer(folder); err != nil {
		s.Stop()
		return nil, err
	}
	s.cmd = exec.Command(binary, "serve")
	s.cmd.Env = append([]string{
		"PATH=" + os.Getenv("PATH"), "HOME=" + folder, "DATABASE_URL=" + database, "LISTEN_ADDR=127.0.0.1:0",
		"METRICS_ADDR=127.0.0.1:0",
		"FIREBASE_PROJECT_ID=" + identitytest.Project, "ALLOWED_EMAIL_DOMAINS=example.org", "DEFAULT_ROLE=editor",
		"XSRF_SECRET=an anti-forgery secret of enough bytes", "SHUTDOWN_DELAY=0", "LOG_LEVEL=info",
		"HTTPS_PROXY=http://" + s.keys.proxy, "SSL_CERT_FILE=" + s.keys.certificate,
	}, changes...)
	s.cmd.Stderr = os.Stderr
	log, err := s.cmd.StdoutPipe()
	if err == nil {
		err = s.cmd.Start()
	}
	if err == nil {
		s.PID = s.cmd.Process.Pid
		err = s.waitUntilListening(log)
	}
	if err != nil {
		s.Stop()
		return nil, err
	}
	return s, nil
}

// waitUntilListening reads the addresses from the log, whose further lines are discarded.
func (s *Service) waitUntilListening(log io.Reader) error {
	lines := bufio.NewScanner(log)
	for lines.Scan() {
		var line struct{ Msg, API, Probes string }
		if json.Unmarshal(lines.Bytes(), &line) == nil && line.Msg == "listening" {
			s.URL, s.Probes = "http://"+line.API, "http://"+line.Probes
			go func() { _, _ = io.Copy(io.Discard, log) }()
			return nil
		}
	}
	return errors.New("the service ended before it listened")
}

// Stop ends the service and removes its files.
func (s *Service) Stop() {
	if s.cmd != nil && s.cmd.Process != nil {
		_ = s.cmd.Process.Kill()
		_ = s.cmd.Wait()
	}
	if s.keys != nil {
		s.keys.stop()
	}
	_ = os.RemoveAll(s.folder)
}

// Member is a signed-in person.
type Member struct{ Token, XSRF string }

// SignIn returns the member of a name, whom the service creates at the first request.
func (s *Service) SignIn(ctx context.Context, client *http.Client, name string) (*Member, error) {
	m := &Member{Token: identitytest.Trusted().
		Token(identitytest.Fields{"sub": "uid-" + name, "email": strings.ToLower(name) + "@example.org", "name": name})}
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, s.URL+"/newssources/session", nil)
	if err != nil {
		return nil, err
	}
	m.Sign(r)
	response, err := client.Do(r)
	if err != nil {
		return nil, err
	}
	defer response.Body.Close()
	if response.StatusCode != http.StatusOK {
		body, _ := io.ReadAll(response.Body)
		return nil, fmt.Errorf("sign-in: %s: %s", response.Status, body)
	}
	cookie, err := http.ParseSetCookie(response.Header.Get("Set-Cookie"))
	if err != nil {
		return nil, err
	}
	m.XSRF = cookie.Value
	return m, nil
}

// Sign adds the member's token to a request, and the anti-forgery token if it changes something.
func (m *Member) Sign(r *http.Request) {
	r.Header.Set("Accept", "application/json")
	r.Header.Set("Authorization", "Bearer "+m.Token)
	if r.Method != http.MethodGet {
		r.Header.Set(identity.XSRFHeader, m.XSRF)
		r.AddCookie(&http.Cookie{Name: identity.XSRFCookie, Value: m.XSRF})
	}
}
