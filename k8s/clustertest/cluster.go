package main

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"syscall"
	"time"
)

// backgroundKey is the key of the context for processes that continue after a step, such as port
// forwarding.
type backgroundKey struct{}

// command runs a program and returns its output. The error includes all output.
func command(ctx context.Context, name string, arguments ...string) (string, error) {
	var stderr bytes.Buffer
	program := exec.CommandContext(ctx, name, arguments...)
	program.Cancel = func() error { return program.Process.Signal(syscall.SIGTERM) }
	program.WaitDelay = 5 * time.Second
	program.Stderr = &stderr
	output, err := program.Output()
	if err != nil {
		return "", fmt.Errorf("%s %s: %w\n%s%s", name, strings.Join(arguments, " "), err, output, stderr.String())
	}
	return strings.TrimSpace(string(output)), nil
}

func kubectl(ctx context.Context, arguments ...string) (string, error) {
	return command(ctx, "kubectl", append([]string{"--namespace", namespace}, arguments...)...)
}

func helm(ctx context.Context, arguments ...string) (string, error) {
	program := os.Getenv("HELM")
	if program == "" {
		program = "helm"
	}
	return command(ctx, program, append([]string{"--namespace", namespace}, arguments...)...)
}

func checkConnection(ctx context.Context, _ *test) error {
	_, err := kubectl(ctx, "version")
	return err
}

// createNamespace creates the namespace, after it has deleted the one of an earlier run.
func createNamespace(ctx context.Context, _ *test) error {
	if _, err := kubectl(ctx, "delete", "namespace", namespace, "--ignore-not-found", "--wait"); err != nil {
		return err
	}
	if _, err := kubectl(ctx, "create", "namespace", namespace); err != nil {
		return err
	}
	_, err := kubectl(ctx, "label", "namespace", namespace, "pod-security.kubernetes.io/enforce=restricted")
	return err
}

// forward forwards a local port to a Service or a pod (service/NAME, pod/NAME) until the test ends,
// and returns the local address.
func forward(ctx context.Context, target, port string) (string, error) {
	background, _ := ctx.Value(backgroundKey{}).(context.Context)
	program := exec.CommandContext(background, "kubectl", "--namespace", namespace, "port-forward", "--address",
		"127.0.0.1", target, ":"+port)
	output, err := program.StdoutPipe()
	if err != nil {
		return "", err
	}
	if err := program.Start(); err != nil {
		return "", err
	}
	lines := bufio.NewScanner(output)
	for lines.Scan() {
		if found := regexp.MustCompile(`^Forwarding from (127\.0\.0\.1:[0-9]+)`).FindStringSubmatch(lines.Text()); found != nil {
			go func() { _, _ = io.Copy(io.Discard, output); _ = program.Wait() }()
			return "http://" + found[1], nil
		}
	}
	return "", errors.Join(fmt.Errorf("kubectl port-forward to %s ended", target), program.Wait())
}

// eventually repeats a check until it succeeds or the limit is reached.
func eventually(ctx context.Context, limit time.Duration, check func(context.Context) error) error {
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	tick := time.NewTicker(250 * time.Millisecond)
	defer tick.Stop()
	for {
		err := check(ctx)
		if err == nil {
			return nil
		}
		select {
		case <-ctx.Done():
			return fmt.Errorf("the check failed for %s: %w", limit, err)
		case <-tick.C:
		}
	}
}

// printDiagnostics prints the state of the pods, recent events and logs.
func printDiagnostics() {
	ctx, cancel := context.WithTimeout(context.Background(), 30*time.Second)
	defer cancel()
	for _, arguments := range [][]string{
		{"get", "pods,persistentvolumeclaims,ingresses", "--output", "wide"},
		{"get", "events", "--sort-by=.lastTimestamp"},
		{"logs", "--selector=app.kubernetes.io/instance=" + release, "--all-containers", "--prefix", "--tail=15",
			"--ignore-errors"},
	} {
		output, err := kubectl(ctx, arguments...)
		if err != nil {
			output = err.Error()
		}
		fmt.Printf("--- kubectl %s\n%s\n", strings.Join(arguments, " "), output)
	}
}

// cleanUp deletes the namespace with the release, unless KEEP is set.
func cleanUp() {
	if os.Getenv("KEEP") != "" {
		fmt.Printf("KEEP is set: the namespace %s was kept; delete it with kubectl delete namespace %s\n", namespace,
			namespace)
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), 3*time.Minute)
	defer cancel()
	if _, err := kubectl(ctx, "delete", "namespace", namespace, "--ignore-not-found", "--wait"); err != nil {
		fmt.Println("cleanup failed:", err)
	}
}
