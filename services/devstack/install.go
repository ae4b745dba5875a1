package main

import (
	"context"
	"path/filepath"

	"github.com/newsources/newsources/services/devstack/internal/npm"
	"github.com/newsources/newsources/services/devstack/internal/tree"
	"github.com/newsources/newsources/services/devstack/internal/usererror"
	"github.com/newsources/newsources/services/devstack/pgserver"
)

// newInstaller returns the installer of the repository's npm packages.
func newInstaller(root, log string) npm.Installer {
	return npm.Installer{State: filepath.Join(root, ".local"), Log: log, Progress: progress}
}

// packages holds the installation of each folder with npm packages.
var packages = map[string]func(ctx context.Context, root string, installer npm.Installer) error{
	"web": func(ctx context.Context, root string, installer npm.Installer) error {
		return installer.Install(ctx, "web", filepath.Join(root, "web"))
	},
	"emulator": func(ctx context.Context, root string, installer npm.Installer) error {
		return installer.Install(ctx, "emulator", filepath.Join(root, "services", "devstack", "emulator"), "--ignore-scripts")
	},
	"pgserver": func(ctx context.Context, root string, installer npm.Installer) error {
		_, err := pgserver.Install(ctx, root, installer)
		return err
	},
}

// install installs the npm packages of the named folders.
func install(ctx context.Context, names []string) error {
	root, err := tree.Root()
	if err != nil {
		return err
	}
	for _, name := range names {
		installPackages, known := packages[name]
		if !known {
			return usererror.New("use web, emulator or pgserver", "unknown folder of npm packages %q", name)
		}
		if err := installPackages(ctx, root, newInstaller(root, filepath.Join(root, ".local", "log"))); err != nil {
			return err
		}
	}
	return nil
}
