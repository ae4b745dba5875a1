package main

import (
	"context"
	"path/filepath"

	"github.com/newsources/newsources/services/devstack/internal/npm"
	"github.com/newsources/newsources/services/devstack/internal/say"
	"github.com/newsources/newsources/services/devstack/internal/tree"
	"github.com/newsources/newsources/services/devstack/pgserver"
)

// newInstaller installs in the tree, whoever's state directory the logs go to.
func newInstaller(root, log string) npm.Installer {
	return npm.Installer{State: filepath.Join(root, ".local"), Log: log, Say: progress}
}

func installWeb(ctx context.Context, root string, installer npm.Installer) error {
	return installer.Install(ctx, "web", filepath.Join(root, "web"))
}

func installEmulator(ctx context.Context, root string, installer npm.Installer) error {
	return installer.Install(ctx, "emulator", filepath.Join(root, "services", "devstack", "emulator"), "--ignore-scripts")
}

// install brings the npm packages of the named folders.
func install(ctx context.Context, names []string) error {
	root, err := tree.Root()
	if err != nil {
		return err
	}
	installer := newInstaller(root, filepath.Join(root, ".local", "log"))
	for _, name := range names {
		switch name {
		case "web":
			err = installWeb(ctx, root, installer)
		case "emulator":
			err = installEmulator(ctx, root, installer)
		case "pgserver":
			_, err = pgserver.Install(ctx, root, installer)
		default:
			err = say.Errorf("it may be web, emulator or pgserver", "no packages are known by the name %q", name)
		}
		if err != nil {
			return err
		}
	}
	return nil
}
