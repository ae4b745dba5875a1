package main

import (
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"

	"github.com/newsources/newsources/services/devstack/internal/tree"
	"github.com/newsources/newsources/services/devstack/internal/usererror"
)

// config holds the settings from flags and environment variables.
type config struct {
	root        string // the repository
	state       string // folder for data, logs and devstack.json
	readyFile   string // written with all addresses once everything is ready
	port        int    // port of the public address; 0 = any free port
	databaseURL string // an external database; empty = start an embedded PostgreSQL
	web         string // web server for the app: nginx, go, or auto (nginx if installed)
	dev         bool   // hot reload
	fresh       bool   // start with an empty database
	withParent  bool   // stop when the parent process exits
}

func readConfig(args []string, dev bool) (config, error) {
	root, err := tree.Root()
	if err != nil {
		return config{}, err
	}
	c := config{root: root, state: os.Getenv("STATE_DIR"), databaseURL: os.Getenv("DATABASE_URL"), dev: dev}
	if c.state == "" {
		c.state = filepath.Join(root, ".local")
	}
	port := os.Getenv("PORT")
	if port == "" {
		port = "8080"
	}
	flags := flag.NewFlagSet("devstack", flag.ContinueOnError)
	flags.StringVar(&port, "port", port, "port of the public address, or 0 for any free port (PORT)")
	flags.StringVar(&c.state, "state-dir", c.state, "folder for data, logs and devstack.json (STATE_DIR)")
	flags.StringVar(&c.readyFile, "ready-file", "", "file that receives the addresses once everything is ready (default "+
		"STATE_DIR/devstack.json)")
	flags.StringVar(&c.web, "web", "auto", "web server for the app: nginx, go, or auto (nginx if installed)")
	flags.BoolVar(&c.fresh, "fresh", false, "start with an empty database; for tests")
	flags.BoolVar(&c.withParent, "with-parent", false, "stop when the parent process exits; for tests")
	if err := flags.Parse(args); err != nil {
		return c, errUsage
	}
	if flags.NArg() > 0 {
		return c, usererror.New("run devstack help for usage", "unknown argument %q", flags.Arg(0))
	}
	return c, c.check(port)
}

func (c *config) check(port string) error {
	var err error
	if c.port, err = strconv.Atoi(port); err != nil || c.port < 0 || c.port > 65535 {
		return usererror.New("use a number from 1 to 65535, or 0 for any free port", "invalid PORT %q", port)
	}
	switch c.web {
	case "auto", "go", "nginx":
	default:
		return usererror.New("use auto, nginx or go", "invalid value %q of --web", c.web)
	}
	if c.web == "auto" {
		c.web = "go"
		if _, err := exec.LookPath("nginx"); err == nil {
			c.web = "nginx"
		}
	}
	if c.state, err = filepath.Abs(c.state); err != nil {
		return err
	}
	if c.readyFile == "" {
		c.readyFile = c.statePath("devstack.json")
	}
	return os.MkdirAll(c.state, 0o755)
}

func (c *config) statePath(parts ...string) string {
	return filepath.Join(append([]string{c.state}, parts...)...)
}

func (c *config) logFile(name string) string { return c.statePath("log", name+".log") }

func progress(format string, args ...any) { fmt.Fprintf(os.Stderr, format+"\n", args...) }
